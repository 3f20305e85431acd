import { parseSync } from 'vite';

/**
 * The text of `src/site.config.ts`, in which single values are changed: the owner's comments, order and line ends stay. What is not
 * written as a plain text there is left alone, and can be changed by hand only.
 */

export interface ConfigLink {
  readonly label: string;
  readonly href: string;
}

export interface ConfigWords {
  /** Its plain texts, each by the names that lead to it: `brand`, `profile.name`. */
  readonly texts: ReadonlyMap<string, string>;
  /** null if the list is not written out. */
  readonly links: readonly ConfigLink[] | null;
}

/** What Vite's parser says of a piece of code; its places count as a string's do. */
interface Piece {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [name: string]: unknown;
}

/** @throws {ConfigUnreadable} */
export function readConfig(text: string): ConfigWords {
  const site = siteOf(text);
  const links = linksOf(site).map(({ label, href }) => ({
    label: textOf(label),
    href: textOf(href),
  }));
  const whole = links.filter((it): it is ConfigLink => it.label !== null && it.href !== null);
  const isWritten = listOf(site) !== null && whole.length === links.length;
  return { texts: textsIn(site, ''), links: isWritten ? whole : null };
}

/**
 * The text with other values in it.
 *
 * @param texts by the names that `readConfig` has for them
 * @throws {ConfigUnreadable} if one of them is not there as a plain text
 */
export function withTexts(text: string, texts: ReadonlyMap<string, string>): string {
  const site = siteOf(text);
  const changes = [...texts].map(([names, value]) => {
    const piece = names.split('.').reduce<Piece | null>((at, name) => valueIn(at, name), site);
    if (piece === null || textOf(piece) === null) throw new ConfigUnreadable(names);
    return { from: piece.start, to: piece.end, by: literal(value) };
  });
  return changed(text, changes);
}

/**
 * The text with other links in it. Each link that stays keeps its place and its comments.
 *
 * @param kept for each link that is there, what it is from now on; null to take it away
 * @throws {ConfigUnreadable}
 */
export function withLinks(
  text: string,
  kept: readonly (ConfigLink | null)[],
  added: readonly ConfigLink[],
): string {
  const site = siteOf(text);
  const list = listOf(site);
  if (list === null) throw new ConfigUnreadable('social');
  const links = linksOf(site);
  const changes = links.flatMap(({ piece, label, href }, place) => {
    const wanted = kept[place] ?? null;
    if (wanted === null) return { ...withoutItem(text, piece, list), by: '' };
    return [
      { piece: label, value: wanted.label },
      { piece: href, value: wanted.href },
    ].flatMap(({ piece: at, value }) =>
      at === null || textOf(at) === value ? [] : { from: at.start, to: at.end, by: literal(value) },
    );
  });
  return added.reduce(withLink, changed(text, changes));
}

function withLink(text: string, { label, href }: ConfigLink): string {
  const list = listOf(siteOf(text));
  if (list === null) throw new ConfigUnreadable('social');
  const item = `{ label: ${literal(label)}, href: ${literal(href)} }`;
  const last = itemsOf(list).at(-1);
  if (last === undefined)
    return changed(text, [{ from: list.start + 1, to: list.start + 1, by: item }]);
  const [indent] = /(?:\r?\n)?[ \t]*$/.exec(text.slice(0, last.start)) ?? [''];
  const before = indent.includes('\n') ? indent : ' ';
  const comma = commaAfter(text, last, list);
  const end = last.end + comma.length;
  // What is said of the last one at the end of its line goes on being said of it.
  const [remark] = restOfLine.exec(text.slice(end, list.end)) ?? [''];
  const at = end + remark.length;
  const isLast = comma === '';
  return changed(text, [
    { from: at, to: at, by: `${before}${item}${isLast ? '' : ','}` },
    { from: last.end, to: last.end, by: isLast ? ',' : '' },
  ]);
}

const restOfLine = /^[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/)?[ \t]*(?=\r?\n)/;

/** The comma behind an item of a list, with what stands between them; empty if there is none. */
function commaAfter(text: string, { end }: Piece, list: Piece): string {
  const comma = /^(?:\s|\/\*[\s\S]*?\*\/|\/\/[^\r\n]*)*,/;
  return comma.exec(text.slice(end, list.end))?.[0] ?? '';
}

/** The configuration is not written as the site's own is: what was looked for cannot be found in it. */
export class ConfigUnreadable extends Error {
  override name = 'ConfigUnreadable';
  constructor(what: string) {
    super(`src/site.config.ts cannot be changed from here (${what}): change it by hand.`);
  }
}

/** A text as JavaScript has it, in the quotes that need fewer backslashes. */
function literal(value: string): string {
  const json = JSON.stringify(value);
  const [double, single] = [json.split('\\"').length, value.split("'").length];
  if (single > double) return json;
  const inner = json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inner}'`;
}

function siteOf(text: string): Piece {
  const { program, errors } = parseSync('site.config.ts', text);
  const [error] = errors;
  if (error !== undefined) throw new ConfigUnreadable(error.message);
  for (const statement of piecesOf(program as unknown as Piece, 'body')) {
    const declaration = statement.declaration as Piece | null | undefined;
    if (statement.type !== 'ExportNamedDeclaration' || declaration == null) continue;
    for (const { id, init } of piecesOf(declaration, 'declarations')) {
      const value = bare(init as Piece | null);
      if ((id as Piece).name === 'site' && value?.type === 'ObjectExpression') return value;
    }
  }
  throw new ConfigUnreadable('site');
}

function piecesOf(piece: Piece, name: string): readonly Piece[] {
  const pieces = piece[name];
  return Array.isArray(pieces) ? pieces.filter((it) => it !== null) : [];
}

/** Without what only the compiler reads. */
function bare(piece: Piece | null): Piece | null {
  if (piece === null || !/^TS(As|Satisfies)Expression$/.test(piece.type)) return piece;
  return bare(piece.expression as Piece);
}

function propertiesOf(piece: Piece | null): readonly { name: string; value: Piece }[] {
  if (piece?.type !== 'ObjectExpression') return [];
  return piecesOf(piece, 'properties').flatMap(({ type, computed, key, value }) => {
    const { name, value: quoted } = key as { name?: unknown; value?: unknown };
    const inner = bare(value as Piece);
    if (type !== 'Property' || computed === true || inner === null) return [];
    return { name: String(name ?? quoted), value: inner };
  });
}

function valueIn(piece: Piece | null, name: string): Piece | null {
  // The last one wins where a name stands twice.
  return propertiesOf(piece).findLast((it) => it.name === name)?.value ?? null;
}

/** null for what is not a plain text */
function textOf(piece: Piece | null): string | null {
  if (piece?.type === 'Literal') return typeof piece.value === 'string' ? piece.value : null;
  if (piece?.type !== 'TemplateLiteral' || piecesOf(piece, 'expressions').length > 0) return null;
  const { cooked } = Object(piecesOf(piece, 'quasis')[0]?.value) as { cooked?: unknown };
  return typeof cooked === 'string' ? cooked : null;
}

function textsIn(piece: Piece, before: string): ReadonlyMap<string, string> {
  return new Map(
    propertiesOf(piece).flatMap(({ name, value }): (readonly [string, string])[] => {
      const text = textOf(value);
      return text === null
        ? [...textsIn(value, `${before}${name}.`)]
        : [[`${before}${name}`, text]];
    }),
  );
}

function listOf(site: Piece): Piece | null {
  const list = valueIn(site, 'social');
  return list?.type === 'ArrayExpression' ? list : null;
}

function itemsOf(list: Piece): readonly Piece[] {
  return piecesOf(list, 'elements');
}

function linksOf(site: Piece): { piece: Piece; label: Piece | null; href: Piece | null }[] {
  const list = listOf(site);
  if (list === null) return [];
  return itemsOf(list).map((piece) => ({
    piece,
    label: valueIn(bare(piece), 'label'),
    href: valueIn(bare(piece), 'href'),
  }));
}

/** Where an item of a list stands, with its comma, and with its line if it has that for itself. */
function withoutItem(text: string, piece: Piece, list: Piece): { from: number; to: number } {
  const after = piece.end + commaAfter(text, piece, list).length;
  const before = /\r?\n[ \t]*$/.exec(text.slice(0, piece.start));
  const rest = restOfLine.exec(text.slice(after, list.end));
  if (before === null || rest === null) return { from: piece.start, to: after };
  return { from: before.index, to: after + rest[0].length };
}

function changed(
  text: string,
  changes: readonly { readonly from: number; readonly to: number; readonly by: string }[],
): string {
  return changes
    .toSorted((one, other) => other.from - one.from)
    .reduce((now, { from, to, by }) => now.slice(0, from) + by + now.slice(to), text);
}
