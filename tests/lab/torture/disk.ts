import { kinds } from '../../../src/content/kinds.ts';
import type {
  MalformedRow,
  MirrorRecord,
  PristineRow,
} from '../../../src/engine/mirror/database.ts';
import type { Account, MetaEntry, Position } from '../../../src/engine/mirror/meta.ts';
import { startPosition } from '../../../src/engine/mirror/meta.ts';
import {
  type Mutation,
  type Overwritten,
  type RejectedMutation,
  rowKey,
} from '../../../src/engine/mutation.ts';
import type { Device } from './device.ts';

/** A device's stored data at one moment. */
export interface Disk {
  rows: Map<string, MirrorRecord>;
  pristine: Map<string, PristineRow>;
  waiting: Mutation[];
  rejected: RejectedMutation[];
  malformed: MalformedRow[];
  overwritten: Overwritten[];
  position: Position;
  /** The signed-in user; null if nobody is signed in. */
  account: string | null;
  /** The account has to sign in again before anything of it is sent. */
  expired: boolean;
}

export async function readDisk(device: Device): Promise<Disk | null> {
  return device.storage.read(device.name, async (stores) => {
    const read = <T>(store: string) => stores(store) as Promise<T[]>;
    const [pristine, waiting, rejected, malformed, overwritten, meta, ...tables] =
      await Promise.all([
        read<PristineRow>('pristine'),
        read<Mutation>('outbox'),
        read<RejectedMutation>('rejected'),
        read<MalformedRow>('malformed'),
        read<Overwritten>('overwritten'),
        read<MetaEntry>('meta'),
        ...kinds.map(({ table }) => read<MirrorRecord>(table)),
      ]);
    const keyed = <T extends { table: string; id: string }>(rows: T[]) =>
      new Map(rows.map((row) => [rowKey(row), row]));
    const position = meta.find(({ key }) => key === 'position')?.value as Position | undefined;
    const account = meta.find(({ key }) => key === 'account')?.value as Account | null | undefined;
    return {
      rows: new Map(
        kinds.flatMap(({ table }, i) =>
          (tables[i] ?? []).map((row): [string, MirrorRecord] => [
            rowKey({ table, id: row.id }),
            row,
          ]),
        ),
      ),
      pristine: keyed(pristine),
      waiting: waiting.sort((a, b) => a.place - b.place),
      rejected,
      malformed,
      overwritten,
      position: position ?? startPosition,
      account: account?.userId ?? null,
      expired: account?.expired ?? false,
    };
  });
}
