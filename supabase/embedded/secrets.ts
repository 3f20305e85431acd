import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

/**
 * What must not be in the code: made at the first start, kept with the data, readable by its owner only.
 * The demo admin's sign-in is among it as it was given at the first start: what a later environment says
 * is not what the account was made with.
 */
const secretsSchema = v.object({
  jwtSecret: v.string(),
  demoEmail: v.string(),
  demoPassword: v.string(),
});
export type Secrets = v.InferOutput<typeof secretsSchema>;

export interface WantedDemoAdmin {
  demoEmail: string;
  /** Null: a random one. */
  demoPassword: string | null;
}

/**
 * @param dataDir null where nothing is kept: then the secrets last as long as the process
 * @throws when they are there and cannot be read
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
    // Folders made before the address was kept have none.
    return v.parse(secretsSchema, { demoEmail, ...v.parse(v.looseObject({}), kept) });
  } catch (error) {
    throw new Error(`${file} is damaged. Restore it, or move its folder away to start anew.`, {
      cause: error,
    });
  }
}
