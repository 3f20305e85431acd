import { itemPath } from '../addresses.ts';
import { decodedPath } from './former-path.ts';
import type { NotePart } from './note-parts.ts';
import type { NoteRemark } from './note-remark.ts';
import type { ReadNote } from './read-note.ts';

/** The address of what a note may show as a picture, without what a server would be told; null for all else. */
export function pictureAddressIn(part: NotePart): string | null {
  if (part.sort === 'name' && part.isEmbed) return halves(part.name)[0];
  if (part.sort !== 'address' || !part.isPicture) return null;
  return pathIn(part.address);
}

/**
 * Finds what a note means by the address of a picture.
 *
 * @param address as it stands in the note, decoded
 * @param from the note's path
 * @returns its path on the site; or why the site does not have it, null where there is no such picture
 */
export type PictureAt = (
  address: string,
  from: string,
) => { readonly path: string } | string | null;

/**
 * Makes the links between notes links between learnings, and tells what else leads out of a note.
 *
 * | in a note | here |
 * |---|---|
 * | `[[Name]]`, `[[Name\|words]]` | `[[Title]]`, `[[Title\|words]]`: the title that the note of this name has |
 * | `[[Name#Part]]`, `[words](../file#part)` | `[words](/learnings/<id>#h-part)` |
 * | `[words](../file)` | `[[Title\|words]]`, or the address where the words are more than words |
 * | `![[Name]]` | the link |
 * | `![words](../picture.png)`, `![[picture.png|words]]` | `![words](/pictures/…)`, if the site takes it in |
 * | other pictures and files of the folder | as they stand; told |
 *
 * A link by title is shown under 'Mentioned in', and keeps to its learning's address. Where two notes have one title, or it has
 * signs that such a link cannot hold, the address has the id.
 */
export function linkNotes(
  notes: readonly ReadNote[],
  idOf: (path: string) => string,
  isTaken: (title: string) => boolean = () => false,
  pictureAt: PictureAt = () => null,
): ReadNote[] {
  const find = finder(notes);
  const counts = new Map<string, number>();
  for (const { values } of notes) {
    const key = keyOf(values.title);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const byTitle = ({ values: { title } }: ReadNote) =>
    counts.get(keyOf(title)) === 1 && !isTaken(keyOf(title)) && !unfit.test(title);
  const address = (note: ReadNote, part: string) => {
    const place = slugOfPart(part);
    return (
      itemPath('learnings', idOf(note.path)) +
      (place === '' ? '' : `#h-${encodeURIComponent(place)}`)
    );
  };
  return notes.map((note) => {
    const content = note.values.content ?? '';
    const told: NoteRemark[] = [];
    let linked = '';
    let done = 0;
    for (const part of note.parts) {
      if (part.sort !== 'name' && part.sort !== 'address') continue;
      if (part.from < done) continue;
      const tell = (sort: NoteRemark['sort'], words: string) =>
        told.push({ sort, words, line: note.lineOf(part.from) });
      const made = part.sort === 'name' ? ofName(note, part, tell) : ofAddress(note, part, tell);
      if (made === null) continue;
      linked += content.slice(done, made.from) + made.text;
      done = made.to;
    }
    if (done === 0) return { ...note, told: [...note.told, ...told] };
    const values = { ...note.values, content: linked + content.slice(done) };
    return { ...note, values, told: [...note.told, ...told] };
  });

  type Tell = (sort: NoteRemark['sort'], words: string) => void;
  type Made = { readonly from: number; readonly to: number; readonly text: string } | null;

  function ofName(note: ReadNote, it: NotePart & { sort: 'name' }, tell: Tell): Made {
    const [name = '', part = ''] = halves(it.name);
    const { from, to } = it;
    if (name === '') {
      const own = slugOfPart(part);
      return own === ''
        ? null
        : { from, to, text: `[${inLabel(it.words ?? part)}](#${encodeURIComponent(own)})` };
    }
    const target = find.byName(name, note.path);
    if (target === null) {
      if (it.isEmbed && /\.(?!md$)\w{2,5}$/i.test(name)) {
        const path = ofPicture(note, name, `![[${it.name}]]`, tell);
        // Obsidian's words of a picture may be its width.
        const words = /^\d+(?:x\d+)?$/.test(it.words ?? '') ? '' : (it.words ?? '');
        return path === null ? null : { from, to, text: `![${inLabel(words)}](${path})` };
      }
      if (it.isEmbed) tell('embed', `![[${it.name}]]`);
      else tell('lost link', `[[${it.name}]]`);
      return null;
    }
    if (it.isEmbed) tell('embed', `![[${it.name}]] is a link now.`);
    const words = it.words ?? (part === '' ? name : `${name} > ${part.replace(/^\^/, '')}`);
    if (slugOfPart(part) !== '' || !byTitle(target)) {
      return { from, to, text: `[${inLabel(words)}](${address(target, part)})` };
    }
    return { from, to, text: inBrackets(target, words, it.isInTable) };
  }

  function ofPicture(note: ReadNote, address: string, said: string, tell: Tell): string | null {
    const found = pictureAt(address, note.path);
    if (typeof found === 'object' && found !== null) return found.path;
    tell('picture', found === null ? said : `${said} (${found})`);
    return null;
  }

  function ofAddress(note: ReadNote, it: NotePart & { sort: 'address' }, tell: Tell): Made {
    if (it.isPicture && /^(?:https?:)?\/\//i.test(it.address)) tell('remote picture', it.address);
    if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|#|$)/i.test(it.address)) return null;
    const [path = '', part = ''] = halves(it.address);
    if (it.isPicture) {
      const text = ofPicture(note, pathIn(it.address), it.address, tell);
      return text === null ? null : { from: it.from, to: it.to, text };
    }
    const target = find.byPath(pathIn(it.address), note.path);
    if (target === null) {
      const isNote = /\.(?:md|mdx|markdown)$/i.test(path);
      tell(isNote ? 'lost link' : 'file', it.address);
      return null;
    }
    const content = note.values.content ?? '';
    if (it.link !== null && part === '' && byTitle(target) && content[it.link.to] !== '(') {
      const { from, to, words } = it.link;
      return { from, to, text: inBrackets(target, words, it.isInTable) };
    }
    return { from: it.from, to: it.to, text: address(target, decodedPath(part)) };
  }
}

/** Signs by which a link by name would end, or mean something else. */
const unfit = /[[\]|\\`<>$\n]|^\^|&\w+;/;

function inBrackets({ values: { title } }: ReadNote, words: string, isInTable: boolean): string {
  return keyOf(words) === keyOf(title)
    ? `[[${words}]]`
    : `[[${title}${isInTable ? '\\|' : '|'}${words}]]`;
}

/** Words that are shown as they stand. */
function inLabel(words: string): string {
  return words.replace(/[\\`*_[\]<&~$!|]/g, '\\$&');
}

/** A name or an address, and the part of its page; a `#` of the name itself is not told apart. */
function halves(address: string): [string, string] {
  const at = address.indexOf('#');
  return at === -1
    ? [address.trim(), '']
    : [address.slice(0, at).trim(), address.slice(at + 1).trim()];
}

/** Of an address, decoded. */
function pathIn(address: string): string {
  return decodedPath(halves(address)[0].replace(/\?.*$/, ''));
}

/** As headings are called (ui/fit-markdown.ts). Obsidian writes `A#Part#Part within`, and `#^a1b2c3` for a paragraph. */
function slugOfPart(part: string): string {
  const last = part.split('#').at(-1)?.trim() ?? '';
  if (last.startsWith('^')) return '';
  return last
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

function keyOf(name: string): string {
  return name.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();
}

/** Finds the note that a link means, as the programs do. */
function finder(notes: readonly ReadNote[]) {
  const paths = new Map<string, ReadNote>();
  const names = new Map<string, ReadNote[]>();
  const add = (name: string, note: ReadNote) => {
    const key = keyOf(name);
    if (key !== '') names.set(key, [...(names.get(key) ?? []), note]);
  };
  for (const note of notes) for (const path of note.paths) paths.set(keyOf(path), note);
  for (const note of notes) paths.set(keyOf(note.path), note);
  for (const note of notes) add(stemOf(note.path).split('/').at(-1) ?? '', note);
  for (const note of notes) add(note.values.title, note);
  for (const note of notes) for (const alias of note.aliases) add(alias, note);
  const at = (path: string): ReadNote | null => {
    const key = keyOf(path.replace(/\/+$/, ''));
    const tried = [
      '',
      '.md',
      '.mdx',
      '.markdown',
      '/index.md',
      '/_index.md',
      '/index.mdx',
      '/README.md',
    ];
    for (const end of tried) {
      const note = paths.get(keyOf(key + end));
      if (note !== undefined) return note;
    }
    return null;
  };
  return {
    byPath: (path: string, from: string): ReadNote | null => {
      const isOfRoot = path.startsWith('/');
      const whole = isOfRoot ? path.slice(1) : fromFolderOf(from, path);
      // Vaults have addresses from their root, too.
      return whole === null ? null : (at(whole) ?? (isOfRoot ? null : at(path)));
    },
    byName: (name: string, from: string): ReadNote | null => {
      const stem = stemOf(name);
      const relative = fromFolderOf(from, name);
      if (name.includes('/')) {
        const end = keyOf(`/${stem}`);
        const exact = at(name) ?? (relative === null ? null : at(relative));
        return exact ?? notes.find((it) => keyOf(`/${stemOf(it.path)}`).endsWith(end)) ?? null;
      }
      const called = names.get(keyOf(stem)) ?? names.get(keyOf(name)) ?? [];
      const folder = folderOf(from);
      // One of the same folder, or else the first by the precedence above.
      return called.find((it) => folderOf(it.path) === folder) ?? called[0] ?? null;
    },
  };
}

const stemOf = (path: string) => path.replace(/\.(?:md|mdx|markdown)$/i, '');
const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);

/** @returns null if it leads out of the folder */
export function fromFolderOf(from: string, path: string): string | null {
  const parts = folderOf(from).split('/').filter(Boolean);
  for (const part of path.split('/')) {
    if (part === '..' && parts.pop() === undefined) return null;
    if (part !== '..' && part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
