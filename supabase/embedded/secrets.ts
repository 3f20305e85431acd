import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What must not be in the code: made at the first start, kept with the data, readable by its owner only. */
export interface Secrets {
  jwtSecret: string;
  demoPassword: string;
}

/** @param dataDir null where nothing is kept: then the secrets last as long as the process */
export function readSecrets(dataDir: string | null): Secrets {
  const file = dataDir === null ? null : join(dataDir, 'secrets.json');
  if (file !== null && existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Secrets;
  const secrets: Secrets = {
    jwtSecret: randomBytes(32).toString('hex'),
    demoPassword: randomBytes(9).toString('base64url'),
  };
  if (file !== null && dataDir !== null) {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  }
  return secrets;
}
