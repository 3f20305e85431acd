import type { Draft } from '../../../src/engine/draft.ts';
import type { StoredFile } from '../../../src/engine/file.ts';
import type { MalformedRow } from '../../../src/engine/mirror/database.ts';
import type { Account, MetaEntry, PagesMark, Position } from '../../../src/engine/mirror/meta.ts';
import { startPosition } from '../../../src/engine/mirror/meta.ts';
import type { RowPage, StoredRow } from '../../../src/engine/mirror/row-page.ts';
import {
  type Mutation,
  type Overwritten,
  type RejectedMutation,
  rowKey,
} from '../../../src/engine/mutation.ts';
import type { Device } from './device.ts';
import { replayed } from './replayed.ts';

/** A device's stored data at one moment. */
export interface Disk {
  /** The rows as the signed-in account has to see them. Those that only exist here have version 0. */
  rows: Map<string, StoredRow>;
  /** The rows as the server has sent them. */
  held: Map<string, StoredRow>;
  waiting: Mutation[];
  rejected: RejectedMutation[];
  malformed: MalformedRow[];
  overwritten: Overwritten[];
  drafts: Draft[];
  files: StoredFile[];
  position: Position;
  /** The signed-in user; null if nobody is signed in. */
  account: string | null;
  /** How often the account was written: somebody else may read now. */
  readers: number;
  /** Whether it is an admin, as far as the device knows. */
  isAdmin: boolean;
  /** The account has to sign in again before anything of it is sent. */
  expired: boolean;
  /** The last write of rows. */
  written: PagesMark | null;
}

export async function readDisk(device: Device): Promise<Disk | null> {
  return device.storage.read(device.name, async (stores) => {
    const read = <T>(store: string) => stores(store) as Promise<T[]>;
    const [pages, waiting, rejected, malformed, overwritten, drafts, files, meta] =
      await Promise.all([
        read<RowPage>('pages'),
        read<Mutation>('outbox'),
        read<RejectedMutation>('rejected'),
        read<MalformedRow>('malformed'),
        read<Overwritten>('overwritten'),
        read<Draft>('drafts'),
        read<StoredFile>('files'),
        read<MetaEntry>('meta'),
      ]);
    const value = <Value>(key: MetaEntry['key']) =>
      meta.find((entry) => entry.key === key)?.value as Value | undefined;
    const account = value<Account | null>('account') ?? null;
    const held = new Map(
      pages.flatMap(({ table, rows }) =>
        rows.map((row): [string, StoredRow] => [rowKey({ table, id: row.id }), row]),
      ),
    );
    waiting.sort((a, b) => a.place - b.place);
    const own = waiting.filter((mutation) => mutation.account === account?.userId);
    return {
      rows: replayed(held, own),
      held,
      waiting,
      rejected,
      malformed,
      overwritten,
      drafts,
      files,
      position: value<Position>('position') ?? startPosition,
      account: account?.userId ?? null,
      readers: device.readers,
      isAdmin: account?.isAdmin ?? false,
      expired: account?.expired ?? false,
      written: value<PagesMark>('pages') ?? null,
    };
  });
}
