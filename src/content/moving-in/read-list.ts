import Papa from 'papaparse';
import { uniqueTags } from '../../engine/index.ts';
import { isInvisible } from '../../lib/invisible.ts';
import { beginning } from '../../lib/shortened.ts';
import { pictureAddress, webAddress, withHttps } from '../../lib/web-address.ts';
import { momentOfPost } from './post-note.ts';
import { writtenDate } from './written-date.ts';

/**
 * A list of resources or AI tools, as CSV: what spreadsheets, bookmark services and Notion's databases export. Its first line names
 * the columns; the table below says which names are known, and whatever separates the values is found out.
 *
 * | of a resource | of a tool | is called |
 * |---|---|---|
 * | title | name | title, name, tool, resource, … |
 * | link | hyperlink | url, link, href, website, … |
 * | description | bio | description, notes, summary, … |
 * | type | – | type, kind, format, medium: audio, video or text; another word is a tag |
 * | tags | tag | tags, topics, category, … |
 * | image | picture | image, cover, logo, … |
 * | source | – | source, site, author, … |
 * | date, update, publication | the same | date, created, …; updated; published_at; draft |
 *
 * A row whose name or link is missing or wrong is left out and told, each with its line. A value that a row does not have is null.
 */

export type ListSort = 'resources' | 'tools';

export interface ListRow {
  /** From 1. */
  readonly line: number;
  /** What it is known by when the same list comes again: its id, or else its link. */
  readonly key: string;
  readonly values: Readonly<Record<string, unknown>>;
}

export interface ReadListFile {
  readonly path: string;
  readonly sort: ListSort;
  /** What each column became, in the order of the file; null for nothing. */
  readonly columns: readonly { readonly name: string; readonly became: string | null }[];
  readonly rows: readonly ListRow[];
  readonly problems: readonly { readonly line: number; readonly words: string }[];
}

/** More than anybody has collected. */
const ROWS_MOST = 20_000;

type Field =
  | 'id'
  | 'title'
  | 'link'
  | 'repository'
  | 'description'
  | 'type'
  | 'tags'
  | 'category'
  | 'image'
  | 'source'
  | 'learning'
  | 'created'
  | 'updated'
  | 'published'
  | 'draft';

const names: Readonly<Record<Field, string>> = {
  id: 'id',
  title:
    'title|name|tool|tool name|resource|resource name|bookmark|page title|project|project name|app|app name|software|product|titel|nombre|nom|nome',
  link: 'url|link|link_url|links|href|hyperlink|website|site url|web|homepage|address|tool link|tool url|project url|homepage url|official url|official website|given_url|resolved_url|url oficial|enlace|lien',
  repository: 'repository|repository url|repo|repo url|github|github url|source code',
  description:
    'description|notes|note|bio|summary|excerpt|comment|comments|about|text|details|short description|short desc|desc|beschreibung|descripción|descripcion|descripcion corta',
  type: 'type|kind|format|medium|media type|typ',
  tags: 'tags|tag|labels|label|topics|topic|keywords|keyword',
  category:
    'category|categories|subcategory|folder|collection|section|group|kategorie|categoría|categoria',
  image: 'image|image_url|cover|picture|thumbnail|logo|icon|logo url',
  source: 'source|author|authors|creator|publisher|channel|by',
  learning: 'learning_id',
  created: 'created_at|created|created time|date|date added|added|added at|time_added|datum',
  updated: 'updated_at|updated|last edited time|modified',
  published: 'published_at',
  draft: 'draft',
};

/** What a field is called in a row of each kind. */
const columnOf: Readonly<Record<ListSort, Readonly<Partial<Record<Field, string>>>>> = {
  resources: {
    id: 'id',
    title: 'title',
    link: 'link_url',
    description: 'description',
    type: 'type',
    tags: 'tags',
    category: 'tags',
    image: 'image_url',
    source: 'Source',
    learning: 'learning_id',
    created: 'created_at',
    updated: 'updated_at',
    published: 'published_at',
    draft: 'published_at',
  },
  tools: {
    id: 'id',
    title: 'name',
    link: 'hyperlink',
    description: 'bio',
    tags: 'tag',
    category: 'tag',
    type: 'tag',
    image: 'picture',
    created: 'created_at',
    updated: 'updated_at',
    published: 'published_at',
    draft: 'published_at',
  },
};

/**
 * @param as what the owner says that it is; by default its name and its columns decide
 * @returns a sentence where it is no such list: what it lacks
 */
export function readList(path: string, text: string, as: ListSort | null): ReadListFile | string {
  const { lines, open } = linesIn(text);
  const [head, ...body] = lines;
  if (head === undefined) return 'it is empty';
  const fields = fieldsOf(head.cells);
  if (!fields.includes('title') || !fields.includes('link')) {
    const lacks = fields.includes('title') ? 'link' : 'title';
    const known = names[lacks].split('|').slice(0, 3).join(', ');
    return `its first line names no column for the ${lacks} (${known})`;
  }
  if (body.length > ROWS_MOST) return `it has more than ${ROWS_MOST} rows: split it`;
  const sort = as ?? sortOf(path, head.cells);
  const columns = head.cells.map((name, place) => {
    const field = fields[place];
    return { name: name.trim(), became: field ? (columnOf[sort][field] ?? null) : null };
  });
  const problems: { line: number; words: string }[] = open.map((line) => ({
    line,
    words: 'a quotation mark is opened here and never closed: close it, or write it twice',
  }));
  const rows: ListRow[] = [];
  const seen = new Map<string, number>();
  for (const { line, cells } of body) {
    if (open.includes(line)) continue;
    const of = (wanted: Field) =>
      cells
        .filter((cell, place) => fields[place] === wanted && !isInvisible(cell))
        .map((it) => it.trim())
        .filter((it) => wanted === 'title' || !isNothing.test(it));
    const told: string[] = [];
    const values = sort === 'resources' ? resourceOf(of, told) : toolOf(of, told);
    const isDraft = /^(?:true|yes|on|1|x)$/i.test(of('draft')[0] ?? '');
    if (isDraft) values.published_at = null;
    else if (fields.includes('published')) values.published_at = dateIn(of('published')[0], told);
    if (told.length > 0) {
      problems.push(...told.map((words) => ({ line, words })));
      continue;
    }
    rows.push({ line, key: keyOf(of, values, seen), values });
  }
  return { path, sort, columns, rows, problems };
}

/** Two rows of one link are two. */
function keyOf(
  of: (field: Field) => string[],
  values: Readonly<Record<string, unknown>>,
  seen: Map<string, number>,
): string {
  const [id = ''] = of('id');
  const key = isUuid.test(id)
    ? id.toLowerCase()
    : String(values.link_url ?? values.hyperlink ?? values.title ?? values.name);
  const count = (seen.get(key) ?? 0) + 1;
  seen.set(key, count);
  return count === 1 ? key : `${key} (${count})`;
}

const isUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function sortOf(path: string, head: readonly string[]): ListSort {
  const file = path.split('/').at(-1) ?? '';
  if (/resource|bookmark|reading|video|podcast|link/i.test(file)) return 'resources';
  if (/tool|apps?\b|software/i.test(file)) return 'tools';
  const keys = head.map(inKey);
  return keys.some((it) => it === 'hyperlink' || it === 'tool' || it === 'tool name')
    ? 'tools'
    : 'resources';
}

interface Line {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Its lines that hold anything, and where each begins in the file: a value may go over several. */
function linesIn(text: string): { lines: Line[]; open: number[] } {
  const lines: Line[] = [];
  const open: number[] = [];
  const whole = text.replace(/^\uFEFF/, '').replaceAll('\0', '');
  let line = 1;
  let done = 0;
  Papa.parse<string[]>(whole, {
    step: ({ data, errors, meta }) => {
      if (errors.some(({ code }) => code === 'MissingQuotes')) open.push(line);
      if (data.some((it) => it.trim() !== '')) lines.push({ line, cells: data });
      line += whole.slice(done, meta.cursor).split(/\r\n|\r|\n/).length - 1;
      done = meta.cursor;
    },
  });
  return { lines, open };
}

/** What spreadsheets and programs write where there is no value. */
const isNothing = /^(?:nan|n\/a|null|none|-|–|—)$/i;

const inKey = (name: string) => name.trim().toLowerCase().replace(/\s+/g, ' ');

/**
 * The first of several columns counts, but for tags: a list may have topics, and a category. Where the code is kept is the link of what
 * has no other.
 */
function fieldsOf(head: readonly string[]): (Field | null)[] {
  const taken = new Set<Field>();
  const fields = head.map((name) => {
    const key = inKey(name);
    const all = Object.keys(names) as Field[];
    const field =
      all.find((it) => names[it].split('|').includes(key)) ??
      all.find((it) => names[it].split('|').includes(key.replace(/[_-]/g, ' ')));
    if (field === undefined) return null;
    if (taken.has(field) && field !== 'tags' && field !== 'category') return null;
    taken.add(field);
    return field;
  });
  const instead = taken.has('link') ? null : ('link' as const);
  return fields.map((field) => (field === 'repository' ? instead : field));
}

type Of = (field: Field) => string[];
type Values = Record<string, unknown>;

function resourceOf(of: Of, told: string[]): Values {
  const { title, link, image, ...rest } = shared(of, told);
  const [type, more] = typeOf(of('type')[0] ?? '');
  const tags = uniqueTags([...of('tags'), ...of('category')].flatMap(separated).concat(more));
  const [learning] = of('learning');
  return {
    title,
    description: inText(of('description')),
    link_url: link,
    image_url: image,
    tags: tags.length === 0 ? null : tags.join(', '),
    type,
    Source: of('source')[0] ?? null,
    ...(learning !== undefined && isUuid.test(learning) ? { learning_id: learning } : {}),
    ...rest,
  };
}

function toolOf(of: Of, told: string[]): Values {
  const { title, link, image, ...rest } = shared(of, told);
  const description = inText(of('description'));
  return {
    name: title,
    bio: description === '' ? null : description,
    hyperlink: link,
    picture: image,
    // A tool has one.
    tag: [...of('category'), ...of('tags'), ...of('type')][0] ?? null,
    ...rest,
  };
}

function shared(of: Of, told: string[]) {
  const [title = ''] = of('title');
  const [written = ''] = of('link');
  // A spreadsheet may write a link with its words.
  const bare = written.replace(/^\[[^\]]*\]\((\S+)\)$/, '$1').replace(/^<(.*)>$/, '$1');
  const link = written === '' ? null : (webAddress(bare) ?? withHttps(bare));
  if (title === '') told.push('it has no title: fill that column, or delete the row');
  if (written !== '' && link === null) {
    told.push(`'${beginning(written, 80)}' is no web address: write it as https://…`);
  }
  // Pictures by plain http are not shown: the site's policy takes https alone.
  const image = of('image')[0]?.replace(/^http:/i, 'https:') ?? '';
  const shown = /^(?:https:\/\/|\/pictures\/)/i.test(image) ? pictureAddress(image) : null;
  const created = dateIn(of('created')[0], told);
  const updated = dateIn(of('updated')[0], told);
  return {
    title: title.replace(/\s+/g, ' '),
    link,
    image: shown,
    ...(created === null ? {} : { created_at: created }),
    ...(updated === null ? {} : { updated_at: updated }),
  };
}

/** Seconds, as bookmark services write them, or a date. */
function dateIn(written: string | undefined, told: string[]): string | null {
  if (written === undefined) return null;
  const time = /^\d{9,10}$/.test(written)
    ? Number(written) * 1000
    : (writtenDate(written) ?? momentOfPost(written));
  if (time === null) told.push(`'${beginning(written, 80)}' is no date such as 2024-03-14`);
  // What a database wrote keeps the parts of a second that a moment does not have.
  const isExact = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{4,6}(?:Z|[+-]\d\d:?\d\d)$/.test(written);
  return time === null ? null : isExact ? written : new Date(time).toISOString();
}

const types: readonly (readonly [string, RegExp])[] = [
  ['video', /^(?:video|film|movie|talk|youtube|screencast|webinar)s?$/i],
  ['audio', /^(?:audio|podcasts?|episodes?|music|radio)$/i],
  [
    'text',
    /^(?:text|article|blog(?: post)?|post|paper|book|documentation|docs?|newsletter|essay|guide|tutorial)s?$/i,
  ],
];

/** @returns the type, and the word as a tag where it says more */
function typeOf(written: string): [type: string, more: string[]] {
  const [type] = types.find(([, known]) => known.test(written)) ?? ['text'];
  const isSame = written === '' || written.toLowerCase() === type;
  return [type, isSame ? [] : [written]];
}

function separated(tags: string): string[] {
  const parts = /[;|]/.test(tags) && !tags.includes(',') ? tags.split(/[;|]/) : tags.split(',');
  return parts.map((it) => it.trim().replace(/^#/, ''));
}

function inText(parts: readonly string[]): string {
  return parts.join('\n\n').replace(/\r\n?/g, '\n').trim();
}
