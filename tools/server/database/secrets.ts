import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

/**
 * Secrets, which must not be in the code: created at the first start, stored with the data, readable by its owner
 * only. They include the demo admin's sign-in as given at the first start, because the account was created with it;
 * later settings do not change it.
 */
const secretsSchema = v.object({
  jwtSecret: v.string(),
  demoEmail: v.string(),
  demoPassword: v.string(),
});
export type Secrets = v.InferOutput<typeof secretsSchema>;

/** The publishable key of every embedded backend: like that of a hosted project, it is public. */
export const PUBLISHABLE_KEY = 'sb_publishable_embedded';

export interface WantedDemoAdmin {
  demoEmail: string;
  /** Null for a random one. */
  demoPassword: string | null;
}

/**
 * @param dataDir null if nothing is stored: the secrets then last as long as the process
 * @throws if they exist and cannot be read
 */
export function readSecrets(dataDir: string | null, wanted: WantedDemoAdmin): Secrets {
  const file = dataDir === null ? null : join(dataDir, 'secrets.json');
  if (file !== null && existsSync(file)) return parse(file, wanted.demoEmail);
  const secrets: Secrets = {
    jwtSecret: randomBytes(32).toString('hex'),
    demoEmail: wanted.demoEmail,
    demoPassword: wanted.demoPassword ?? randomBytes(9).toString('base64url'),
  };
  if (file !== null) writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  return secrets;
}

function parse(file: string, demoEmail: string): Secrets {
  try {
    const kept: unknown = JSON.parse(readFileSync(file, 'utf8'));
    // Older folders do not have the e-mail address.
    return v.parse(secretsSchema, { demoEmail, ...v.parse(v.looseObject({}), kept) });
  } catch (error) {
    throw new Error(`${file} is damaged. Restore it, or move its folder away to start anew.`, {
      cause: error,
    });
  }
}
