/**
 * Names of files that every system takes, and keeps apart: also one that tells no capitals from small letters, writes an accent as
 * a sign of its own, or is Windows.
 */

/** In bytes, for the name without its ending: 255 are the most, and other programs add to it. */
const LONGEST = 120;

/** What Windows keeps for its devices, whatever the ending. */
const reserved = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\.|$)/i;

/**
 * @param wanted the name that each is to have; it may be any text
 * @returns a name for each id. The same rows have the same names, in whatever order they come
 */
export function fileNames(
  wanted: readonly { readonly id: string; readonly name: string }[],
): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  const names = new Map<string, string>();
  const inOrder = [...wanted].sort((a, b) => (a.id < b.id ? -1 : 1));
  for (const { id, name } of inOrder) {
    const plain = fileName(name);
    const free = [plain, `${plain}-${id.slice(0, 8)}`, id].find((it) => !taken.has(folded(it)));
    taken.add(folded(free ?? id));
    names.set(id, free ?? id);
  }
  return names;
}

/** @returns never an empty name */
export function fileName(wanted: string): string {
  const allowed = wanted
    .normalize('NFC')
    .replace(/[\\/:*?"<>|#^[\]%\s\p{C}]+/gu, '-')
    .replace(/^[-.]+/, '');
  const name = cut(allowed).replace(/[-. ]+$/, '');
  if (name === '') return 'untitled';
  return reserved.test(name) ? `_${name}` : name;
}

function cut(name: string): string {
  let [kept, bytes] = ['', 0];
  for (const sign of name) {
    bytes += new TextEncoder().encode(sign).length;
    if (bytes > LONGEST) break;
    kept += sign;
  }
  return kept;
}

/** Two names that a system may take for one have the same. */
function folded(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
}
