import { isDeepStrictEqual } from 'node:util';
import { UNDO_MS } from '../../../src/lib/limits.ts';
import { say } from './broken.ts';
import { namedIn } from './bucket.ts';
import type { Look } from './look.ts';
import { values } from './unique-values.ts';

/** Rules for edits: each of them waits, is refused or is applied, and is sent only when it may be. */

/** Invariants 3, 4, 5, 6: a confirmed edit waits, or was refused, or is in the server's ledger. */
export function noEditIsLost({ must, server, device, disk: { waiting, rejected } }: Look): void {
  const { promised } = device;
  const refused = new Map(rejected.map((one) => [one.id, one]));
  const queued = new Map(waiting.map((one) => [one.id, one]));
  for (const [id, mutation] of promised) {
    const here = queued.get(id) ?? refused.get(id)?.mutation;
    const answered = server.applied.get(id);
    must(here !== undefined || answered !== undefined, 6, `${mutation.label} is lost`);
    if (here !== undefined) {
      must(
        isDeepStrictEqual(values(here.changes), values(mutation.changes)),
        3,
        `${mutation.label} is kept as ${say(values(here.changes))}`,
      );
    }
    const refusal = refused.get(id);
    if (refusal !== undefined) {
      must(!queued.has(id), 4, `${mutation.label} waits and is refused`);
      // Of the others the server has heard nothing: another device may send them.
      const isFinal = refusal.code !== '42501' && !isOfFile(refusal);
      const isBoth = isFinal && answered !== undefined;
      must(!isBoth, 5, `${mutation.label} is refused here and applied there`);
    }
  }
  for (const { id, label, account } of [...waiting, ...rejected.map((it) => it.mutation)]) {
    if (promised.has(id)) continue;
    must(device.unconfirmed > 0, 6, `${label} was made by nobody`);
    // It was stored at the moment its tab ended: from now on it counts as confirmed.
    const mutation = [...waiting, ...rejected.map((it) => it.mutation)].find((it) => it.id === id);
    if (mutation !== undefined && account !== '') device.keepPromise(mutation);
  }
}

/** Invariant 5: a refused edit has the server's reason, or another's refusal as its cause. */
export function refusalsAreTrue({ must, server, disk: { rejected } }: Look): void {
  const here = new Set(rejected.map(({ id }) => id));
  for (const { id, mutation, code, reason, cause } of rejected) {
    const isRefused = cause !== null && (here.has(cause) || server.refused.has(cause));
    must(cause === null || isRefused, 5, `${mutation.label} waits behind no refusal`);
    const named = isOfFile({ code }) ? namedIn(mutation.changes) : [];
    const ofFiles = named.flatMap((name) => server.bucket.refused.get(name) ?? []);
    const answers = [...(server.refused.get(id) ?? []), ...ofFiles];
    const isTheServers = answers.some((it) => it.code === code && (it.message ?? '') === reason);
    const isParked = code === null && cause !== null;
    must(isParked || isTheServers, 5, `${mutation.label} was not refused with ${code}`);
  }
}

/** Refused for a file that it names. */
export function isOfFile({ code }: { readonly code: string | null }): boolean {
  return code?.startsWith('file ') === true;
}

/** R15; and a deletion that was taken back is undone as a whole. */
export function nothingHeldIsSent({ must, met, server, device, disk }: Look): void {
  const { holds, now } = device;
  const broken = holds.broken(disk, now(), server);
  for (const { id, at } of disk.waiting) {
    if (!holds.isOffered(id, now())) continue;
    met('an edit is held');
    if (now() > at + UNDO_MS) met('an edit is held longer than 9 s');
  }
  if (broken !== null || disk.waiting.some(({ id }) => holds.isOffered(id, now()))) {
    must(broken === null, 'R15', broken ?? '');
  }
}

/** R11: a tab that lives keeps its lock. */
export function nobodyIsRobbed({ must, device: { robbed, tabs } }: Look): void {
  if (tabs.length > 1) must(robbed === null, 'R11', `${robbed} is taken from a tab that lives`);
}

/** R21 and the bounds of an exchange. */
export function requestsAreFew({ must, device }: Look): void {
  for (const { host, exchanges } of device.tabs) {
    must(exchanges.broken === null, 'bounds', `${host}: ${exchanges.broken}`);
  }
}
