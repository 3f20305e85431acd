import { Dexie, type DexieOptions } from 'dexie';
import type { AnyKind } from '../../src/engine/define.ts';

/**
 * The mirror's database as versions 2 and 3 had it: a store for each kind with the rows as shown, and in `pristine` the
 * server's version of those with edits on top. Version 2 remembered tombstones ahead of its cursor in `gone`.
 */
export function openOlder(
  kinds: readonly AnyKind[],
  name: string,
  { version, ...device }: { version: number } & DexieOptions,
): Dexie {
  const old = new Dexie(name, { ...device, cache: 'disabled' });
  old.version(version).stores({
    ...Object.fromEntries(
      kinds.map(({ table, lookups }) => [
        table,
        ['id', 'order', ...Object.keys(lookups).map((it) => `[by.${it}+order]`)].join(),
      ]),
    ),
    malformed: '[table+id]',
    meta: 'key',
    pristine: '[table+id]',
    ...(version === 2 && { gone: '[table+id], version' }),
    outbox: '++place, &id, *rows, *after',
    rejected: 'id',
    overwritten: '++place',
    drafts: 'key',
  });
  return old;
}
