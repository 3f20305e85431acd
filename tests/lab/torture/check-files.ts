import type { Mutation } from '../../../src/engine/mutation.ts';
import { hashOf } from '../../support/named-files.ts';
import { namedIn } from './bucket.ts';
import type { Disk } from './disk.ts';
import type { Look } from './look.ts';

/** Rules for the files that edits name. */

/** R44, R48: what an edit names is on the device, until the server has it; and what no edit names is not. */
export function filesAreKept({ must, server, disk: { files, waiting, rejected } }: Look): void {
  const here = new Set(files.map(({ name }) => name));
  const named = new Set<string>();
  for (const { label, changes } of [...waiting, ...rejected.map(({ mutation }) => mutation)]) {
    for (const name of namedIn(changes)) {
      named.add(name);
      const isSomewhere = here.has(name) || server.bucket.files.has(name);
      must(isSomewhere, 'R44', `${name}, which ${label} names, is lost`);
    }
  }
  for (const { name, bytes } of files) {
    must(name.startsWith(`pictures/${hashOf(bytes)}`), 'R44', `${name} has other bytes`);
    must(named.has(name), 'R48', `${name} is named by nothing`);
  }
}

/** R45: an edit comes after its files, and after the edits that it builds on and that wait for theirs. */
export function filesComeFirst({ must, device, disk, server: { bucket, applied } }: Look): void {
  for (const [id, { label }] of device.promised) {
    const changes = applied.get(id)?.changes ?? [];
    if (namedIn(changes).length === 0) continue;
    must(!bucket.early.has(id), 'R45', `${label} was applied before ${bucket.early.get(id)}`);
    must(bucket.strange === null, 'R44', `${bucket.strange} was sent with other bytes`);
  }
  if (device.passed !== null || disk.files.length > 0)
    must(device.passed === null, 'R45', device.passed ?? '');
}

/**
 * What a push must not contain: an edit that builds on an earlier one which waits for a file.
 *
 * @param sent the ids of the edits in the push
 * @returns the violation; null for none
 */
export function passedIn(disk: Disk | null, sent: ReadonlySet<string>): string | null {
  const here = new Set(disk?.files.map(({ name }) => name));
  const own = (disk?.waiting ?? []).filter(({ account }) => account === disk?.account);
  const behind: Mutation[] = [];
  for (const mutation of own) {
    const waits = namedIn(mutation.changes).some((name) => here.has(name));
    const before = behind.find((one) => buildsOn(mutation, one));
    if (before !== undefined && sent.has(mutation.id) && !sent.has(before.id))
      return `${mutation.label} goes before ${before.label}`;
    if (waits || before !== undefined) behind.push(mutation);
  }
  return null;
}

/** Whether an edit would be refused, or would do something else, if an earlier one came after it. */
export function buildsOn(later: Mutation, earlier: Mutation): boolean {
  const isOf = (op: string, { changes }: Mutation) =>
    changes.filter((change) => change.op === op).map(({ id }) => id);
  const texts = (mutation: Mutation) => JSON.stringify(mutation.changes);
  return (
    later.rows.some((row) => earlier.rows.includes(row)) ||
    isOf('insert', earlier).some((id) => texts(later).includes(id)) ||
    isOf('delete', later).some((id) => texts(earlier).includes(id))
  );
}
