import { type AnyKind, byId, useContent } from '../../engine/index.ts';
import { quoted, rowName, type ValueInWords } from './change-words.ts';

/** A value of a column; a reference is shown by its item's name. */
export function Value({ value }: { value: ValueInWords }) {
  if (typeof value === 'string') return value;
  return <ItemName kind={value.kind} id={value.id} />;
}

function ItemName({ kind, id }: { kind: AnyKind; id: string }) {
  const name = useItemName(kind, id);
  if (name === undefined) return '…';
  return name === null ? 'an item that is not here' : quoted(name);
}

/** The short name of an item on this device; null if it is not here, undefined while it is looked up. */
export function useItemName(kind: AnyKind, id: string): string | null | undefined {
  const content = useContent(byId(kind, id));
  if (content.state === 'loading') return undefined;
  return content.state === 'ready' ? rowName(kind.table, content.items[0]) : null;
}
