import { uniqueTags } from '../../engine/index.ts';
import { isInvisible } from '../../lib/invisible.ts';
import type { Instant } from '../../lib/millis.ts';
import { webAddress } from '../../lib/web-address.ts';
import { plainWords } from '../markdown/plain-words.ts';
import { isTangled } from '../markdown/tangled.ts';
import { firstDescription } from './first-description.ts';
import { firstTitle } from './first-title.ts';
import { formerPath, keptAddress, lastPart } from './former-path.ts';
import { frontMatterOf } from './front-matter.ts';
import { type NotePart, notePartsOf } from './note-parts.ts';
import type { NoteRemark } from './note-remark.ts';
import { isOfNotion, notionPropertiesOf, withoutNotionId } from './notion-page.ts';
import { withoutSiteTags } from './site-tags.ts';
import { writtenDate } from './written-date.ts';

/**
 * A file of Markdown as the values of a learning. Where a program has a field for it, the field counts; where it has none:
 *
 * | value | without a field |
 * |---|---|
 * | title | the first heading, which leaves the text, as the page shows the title; or the file's name |
 * | description | the first paragraph, unless a field is there and empty; a page that shows it in the text does not repeat it |
 * | date | that of a file's name `2024-03-14-…`; or the file's own |
 * | tags | the name of its folder |
 *
 * What cannot be read stays in the text, or is told; nothing is dropped without a word.
 */

export interface NoteFile {
  /** Within the folder, with `/` between its parts. */
  readonly path: string;
  readonly text: string;
  readonly changedAt: Instant;
}

export interface NoteValues {
  readonly title: string;
  readonly description: string;
  readonly content: string | null;
  readonly tags: readonly string[];
  readonly link: string | null;
  readonly slug: string | null;
  readonly former_slugs: readonly string[] | null;
  readonly created_at: string;
  readonly updated_at: string | null;
  /** Null for a draft. */
  readonly published_at: string | null;
}

export type { NoteRemark };

export interface ReadNote {
  readonly path: string;
  /** What people know it by, where its path says nothing to them. */
  readonly called?: string;
  readonly values: NoteValues;
  /** The date stands in the note or in its name; else it is the file's, which a copy changes. */
  readonly isDated: boolean;
  /** False where its description is its first paragraph: one that was written on the site counts then. */
  readonly isDescribed?: boolean;
  /** Its file's text, and what its front matter calls it: what it is known by under another path. */
  readonly source?: { readonly text: string; readonly names: readonly string[] };
  /** Other names that links call it by. */
  readonly aliases: readonly string[];
  /** Its paths on the site that it comes from, without slashes at their ends. */
  readonly paths: readonly string[];
  /** What is in its content. */
  readonly parts: readonly NotePart[];
  /** The file's line of a place in the content; null where it has no lines of its own. */
  readonly lineOf: (at: number) => number | null;
  readonly told: readonly NoteRemark[];
}

export function readNote(file: NoteFile): ReadNote {
  const told: NoteRemark[] = [];
  const text = file.text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replaceAll('\0', '');
  const front = frontMatterOf(text);
  const { problem } = front;
  const isNotion = front.fields.size === 0 && problem === null && isOfNotion(file.path);
  const { fields, body: stored } = isNotion ? notionPropertiesOf(front.body) : front;
  if (problem !== null) {
    const words = `The front matter stays in the text: ${problem.why}.`;
    told.push({ sort: 'front matter', line: problem.line, words });
  }
  const before = text.slice(0, text.length - stored.length);
  const linesBefore = before.split('\n').length - 1;
  const body = withoutSiteTags(stored, (it, line) =>
    told.push({ ...it, line: linesBefore + line }),
  );
  const place = placeIn(file.path);
  const value = fieldReader(fields, told);
  const { title, content, parts, lineOf } = textOf(
    before + body,
    body,
    value.text('title'),
    place.name,
  );
  const named = place.date === null ? null : writtenDate(place.date);
  const said = value.date(created) ?? named;
  const createdAt = said ?? file.changedAt;
  const updatedAt = value.date(updated);
  const isDraft = place.isDraft || value.isOn('draft') || value.isOff('publish', 'published');
  const addresses = addressesOf(value, told);
  const described = value.text('description', 'excerpt', 'summary');
  const isDescribed = ['description', 'excerpt', 'summary'].some((name) => fields.has(name));
  const tags = uniqueTags(value.tags());
  const values: NoteValues = {
    title,
    description: described ?? (isDescribed ? '' : firstDescription(content)),
    content: isInvisible(content) ? null : content,
    tags: tags.length > 0 ? tags : place.tags,
    link: webAddress(value.text('link')),
    slug: addresses.slug ?? (named === null ? null : lastPart(place.name)),
    former_slugs: addresses.former.length > 0 ? addresses.former : null,
    created_at: inRow(createdAt),
    updated_at: updatedAt === null ? null : inRow(updatedAt),
    published_at: isDraft ? null : inRow(createdAt),
  };
  value.tellRest();
  if (file.path.endsWith('.mdx')) {
    told.push({
      sort: 'program',
      line: null,
      words: 'Components and imports of MDX stay as text.',
    });
  }
  const { aliases, paths } = addresses;
  return {
    path: file.path,
    values,
    isDated: said !== null,
    isDescribed,
    ...(isInvisible(content) ? {} : { source: { text, names: namesIn(fields) } }),
    aliases,
    paths,
    parts,
    lineOf,
    told,
  };
}

/** The fields that name one note and no other. */
function namesIn(fields: ReadonlyMap<string, unknown>): string[] {
  return ['id', 'uuid', 'slug', 'permalink'].flatMap((name) => {
    const value = words(fields.get(name));
    return value === null || /[:*]/.test(value) ? [] : [`${name}: ${value}`];
  });
}

const inRow = (time: Instant) => new Date(time).toISOString();

const created =
  'date created created_at pubdatetime pubdate published publishdate date_created'.split(' ');
const updated =
  'updated lastmod modified updated_at moddatetime updateddate last_modified_at date_modified'.split(
    ' ',
  );

/** What a file's path says of it. */
function placeIn(path: string) {
  const folders = path.split('/').map(withoutNotionId);
  const file = folders.pop() ?? '';
  const stem = file.replace(/\.[^.]+$/, '');
  const isDraft = folders.includes('_drafts');
  // The file of a folder that holds its pictures, too.
  const isOfFolder = /^_?index$/i.test(stem) && folders.length > 0;
  const whole = isOfFolder ? (folders.pop() ?? '') : stem;
  const [, date = null, name = whole] = /^(\d{4}-\d{2}-\d{2})[-_ ](.+)$/.exec(whole) ?? [];
  const folder = folders.at(-1) ?? '';
  return { name, date, isDraft, tags: folder === '' || ofPrograms.test(folder) ? [] : [folder] };
}

/** Folders that say where a program looks, and not what a text is about. */
const ofPrograms =
  /^(?:_.*|content|posts?|blog|articles?|notes?|docs|pages|src|data|collections|vault)$/i;

function textOf(text: string, body: string, said: string | null, fileName: string) {
  const parts = isTangled(body) ? [] : notePartsOf(body);
  const heading = parts.find((it) => it.sort === 'heading' && (it.isFirstBlock || it.level === 1));
  const words = heading?.sort === 'heading' ? inOneLine(plainWords(heading.words)) : '';
  // The page shows the title already.
  const isTitle = !isInvisible(words) && (said === null || sameWords(said, words));
  const less = heading !== undefined && isTitle ? without(heading, body) : body;
  const cut = body.length - less.length;
  const [blank] = /^(?:[ \t]*\n)*/.exec(less) ?? [''];
  const content = less.slice(blank.length).trimEnd();
  const before = text.length - body.length;
  const lineAt = linesOf(text);
  const lineOf = (at: number) => {
    const inLess = at + blank.length;
    const inBody = heading === undefined || inLess < heading.from ? inLess : inLess + cut;
    return lineAt(before + inBody);
  };
  const title = said ?? (isTitle ? words : firstTitle(fileName));
  return { title, content, lineOf, parts: isTangled(content) ? [] : notePartsOf(content) };
}

function without({ from, to }: NotePart, body: string): string {
  const above = body.slice(0, from);
  // The paragraph above must not go on below.
  const gap = above === '' || above.endsWith('\n\n') ? '' : '\n';
  return above + body.slice(to).replace(/^(?:[ \t]*\n)+/, gap);
}

/** A text of many links asks often. */
function linesOf(text: string): (at: number) => number {
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index);
  return (at) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? at) < at) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}

function sameWords(a: string, b: string): boolean {
  const key = (it: string) => inOneLine(it).toLowerCase();
  return key(a) === key(b) || key(plainWords(a)) === key(b);
}

function inOneLine(words: string): string {
  return words.replace(/\s+/g, ' ').trim();
}

/** Reads the fields, and tells of those that it could not, or was not asked for. */
function fieldReader(fields: ReadonlyMap<string, unknown>, told: NoteRemark[]) {
  const asked = new Set<string>();
  const held = (name: string): unknown => {
    asked.add(name);
    return fields.get(name);
  };
  const text = (...names: string[]) => first(names, (name) => words(held(name)));
  const list = (name: string, isSplit: RegExp | null): string[] => {
    const value = held(name);
    if (Array.isArray(value)) return value.flatMap((it) => words(it) ?? []);
    const said = words(value);
    if (said === null) return [];
    if (said.includes(',')) return said.split(',');
    return isSplit === null ? [said] : said.split(isSplit);
  };
  return {
    text,
    list,
    /** Jekyll takes each word of `tags` for one, and the whole of `tag`. */
    tags: () =>
      [
        ...list('tags', /\s+/),
        ...list('tag', null),
        ...list('categories', /\s+/),
        ...list('category', null),
      ].map((it) => it.trim().replace(/^#/, '')),
    date: (names: readonly string[]) =>
      first(names, (name) => {
        const said = words(held(name));
        if (said === null || isFlag(said)) return null;
        const date = writtenDate(said);
        if (date === null) {
          const what = `${name}: '${said}' is no date such as 2024-03-14.`;
          told.push({ sort: 'value', line: null, words: what });
        }
        return date;
      }),
    isOn: (name: string) => /^(?:true|yes|on)$/i.test(words(held(name)) ?? ''),
    isOff: (...names: string[]) =>
      names.some((name) => /^(?:false|no|off)$/i.test(words(held(name)) ?? '')),
    tellRest: () => {
      for (const [name, value] of fields) {
        if (asked.has(name) && !unkept.has(name)) continue;
        if (words(value) === null && !Array.isArray(value)) continue;
        told.push({ sort: 'field', line: null, words: name });
      }
    },
  };
}

/** A learning has no picture of its own. */
const unkept: ReadonlySet<string> = new Set(['cover', 'image']);

const isFlag = (said: string) => /^(?:true|yes|on|false|no|off)$/i.test(said);

/** Text of a value; null for none, and for what is no text. */
function words(value: unknown): string | null {
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
    return null;
  const text = inOneLine(String(value));
  return text === '' || text === '~' || text === 'null' || isInvisible(text) ? null : text;
}

function first<Value>(names: readonly string[], of: (name: string) => Value | null): Value | null {
  return names.reduce<Value | null>((found, name) => found ?? of(name), null);
}

/** A learning's address is one part below `/learnings/`: of a longer path the last part is it, and the whole is a former one. */
function addressesOf(value: ReturnType<typeof fieldReader>, told: NoteRemark[]) {
  const tell = (words: string) => told.push({ sort: 'address', line: null, words });
  const permalink = value.text('permalink') ?? value.text('url');
  const isPattern = permalink !== null && /[:*]/.test(permalink.replace(/^https?:/, ''));
  if (isPattern)
    tell(`permalink: '${permalink}' is a pattern; the address is made from the title.`);
  const own = isPattern ? null : permalink;
  const olds = ['aliases', 'alias', 'redirect_from'].flatMap((name) => value.list(name, null));
  const aliases = olds.map((it) => it.trim()).filter((it) => it !== '' && !it.includes('/'));
  const addresses = [...(own === null ? [] : [own]), ...olds.filter((it) => it.includes('/'))];
  const paths = addresses.map(formerPath).filter((it) => it !== '');
  const kept = addresses.flatMap((it) => {
    const address = keptAddress(it);
    if (address === null && formerPath(it) !== '')
      tell(`${it} can't be kept: a redirect from it is your host's.`);
    return address ?? [];
  });
  const slug = lastPart(value.text('slug') ?? (own === null ? '' : formerPath(own)));
  const former = uniqueTags([...kept, ...aliases.map(named)]).filter((it) => it !== slug);
  return { slug, former, aliases, paths };
}

/** As an address has words. */
function named(alias: string): string {
  return alias
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}
