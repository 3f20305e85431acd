import type { Position } from '../../../src/engine/mirror/meta.ts';
import type { Postgres } from './server.ts';

/**
 * A published table that cannot be read for a while, because of a policy that raises an error (R36). It is the profile's, which
 * is otherwise left alone. Meanwhile the others go on, and what a device then lacks of it comes once it is well.
 */

const TABLE = 'site_profile';

/** The one row of it. */
export const PROFILE = '00000000-0000-4000-8000-000000000071';

/** For a transaction that writes other rows, too: changes the row, and breaks the table or makes it well. */
export const breakOrMend = (text: string) => `
  update public.${TABLE} set name = ${text} where id = '${PROFILE}';
  update torture.broken set fails = not fails`;

export async function isBroken(postgres: Postgres): Promise<boolean> {
  const [broken] = await postgres.sql('select fails from torture.broken');
  return broken?.fails === true;
}

/** Makes it well. It says so to nobody: devices that lack it ask. */
export async function mend(postgres: Postgres): Promise<void> {
  await postgres.sql('update torture.broken set fails = false');
}

/** A history without what a device's server has added to it: the tables that the device lacks. */
export const historyOf = (epoch: string) => epoch.split('~', 1)[0] ?? '';

/** Whether a device with this history knows that it lacks tables. */
export const lacksTables = (epoch: string | null) => epoch?.includes('~') ?? false;

/** Whether a device lacks this row by right. */
export const isLacked = ({ epoch }: Position, key: string) =>
  lacksTables(epoch) && key.startsWith(`${TABLE}/`);
