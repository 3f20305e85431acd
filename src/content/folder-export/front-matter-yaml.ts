import { Document, isMap, isScalar, isSeq, LineCounter, parseDocument, Scalar, visit } from 'yaml';

/**
 * Front matter as YAML that every program reads alike, and back without a loss.
 *
 * Older readers take `no` for false, `1:30` for a number and `2024-03-14` for a date: such texts are quoted. So are those with
 * signs that some refuse as they are. Only a time stands without quotes, as it is to be one.
 */

/** A value to write. */
export type Matter = string | number | boolean | null | Moment | readonly Matter[] | MatterMap;
export interface MatterMap {
  readonly [name: string]: Matter | undefined;
}

/** A time that is written as YAML has times. */
export class Moment {
  constructor(readonly text: string) {}
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;

export function isMoment(text: string): boolean {
  return moment.test(text);
}

const momentTag = {
  tag: 'tag:yaml.org,2002:timestamp',
  default: true as const,
  identify: (value: unknown) => value instanceof Moment,
  resolve: (text: string) => text,
  stringify: ({ value }: { value: unknown }) => (value as Moment).text,
};

/** Signs that a YAML reader may refuse, or take for the end of a line. */
const unsafe = /[\p{Cc}\u00a0\u2028\u2029\ufeff\ufffe\uffff]/u;
const escaped = /[\u007f-\u00a0\u2028\u2029\ufeff\ufffe\uffff]/g;

/** @returns with its lines `---` */
export function writeMatter(fields: MatterMap): string {
  const document = new Document(fields, {
    compat: 'yaml-1.1',
    customTags: (tags) => [...tags, momentTag],
    aliasDuplicateObjects: false,
    keepUndefined: false,
  });
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === 'string' && unsafe.test(node.value))
        node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  const yaml = document.toString({
    lineWidth: 0,
    doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
  });
  // They only stand between quotes.
  const safe = yaml.replace(
    escaped,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `---\n${safe}---\n`;
}

/** A value that was read, and its line in the file. */
export interface ReadMatter {
  /** Text as it is written, also of what YAML takes for a number. */
  readonly value: string | null | readonly (string | null)[] | ReadFields;
  readonly line: number;
}
export type ReadFields = ReadonlyMap<string, ReadMatter>;

export interface ReadFile {
  readonly fields: ReadFields;
  /** What stands below the front matter. */
  readonly body: string;
  /** The line on which it begins. */
  readonly bodyLine: number;
}

/** In characters. */
const LONGEST = 1_000_000;

/**
 * @param text of a file. Where git or an editor has given it the line ends of Windows, those are taken away
 * @throws {UnreadableMatter}
 */
export function readMatter(text: string): ReadFile {
  const unix = /^---[ \t]*\r\n/.test(text) ? text.replaceAll('\r\n', '\n') : text;
  const [opening] = /^---[ \t]*\n/.exec(unix) ?? [];
  if (opening === undefined) return { fields: new Map(), body: unix, bodyLine: 1 };
  const rest = unix.slice(opening.length);
  const end = /^---[ \t]*(?:\n|$)/m.exec(rest);
  if (end === null) throw new UnreadableMatter(1, 'its front matter has no end: close it with ---');
  const source = rest.slice(0, end.index);
  if (source.length > LONGEST) throw new UnreadableMatter(1, 'its front matter is too long');
  const body = rest.slice(end.index + end[0].length);
  const bodyLine = unix.slice(0, unix.length - body.length).split('\n').length;
  return { fields: fieldsIn(source), body, bodyLine };
}

/** The line is that of the file. */
export class UnreadableMatter extends Error {
  override name = 'UnreadableMatter';
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

function documentIn(source: string, lineCounter: LineCounter) {
  try {
    return parseDocument(source, { lineCounter, logLevel: 'silent' });
  } catch (error) {
    // It may be deeper than a parser can follow.
    throw new UnreadableMatter(1, `it is no YAML: ${String(error)}`);
  }
}

function fieldsIn(source: string): ReadFields {
  const lineCounter = new LineCounter();
  const document = documentIn(source, lineCounter);
  // The line of the opening fence comes before it.
  const lineOf = (node: unknown): number => {
    const { range } = Object(node) as { range?: readonly number[] };
    return lineCounter.linePos(range?.[0] ?? 0).line + 1;
  };
  const [problem] = [...document.errors, ...document.warnings];
  if (problem !== undefined) {
    const why = problem.message.split('\n', 1)[0]?.replace(/ at line \d+, column \d+:?$/, '');
    throw new UnreadableMatter((problem.linePos?.[0].line ?? 1) + 1, `it is no YAML: ${why}`);
  }
  const textOf = (node: unknown): string | null => {
    if (node === null) return null;
    if (!isScalar(node))
      throw new UnreadableMatter(lineOf(node), 'a word is expected here: put it between quotes');
    if (node.value === null) return null;
    return typeof node.value === 'string' ? node.value : (node.source ?? String(node.value));
  };
  const read = (node: unknown, depth: number): ReadMatter['value'] => {
    if (isSeq(node)) return node.items.map(textOf);
    if (!isMap(node)) return textOf(node);
    if (depth > 2) throw new UnreadableMatter(lineOf(node), 'a word is expected here');
    return new Map(
      node.items.map(({ key, value }) => [
        textOf(key) ?? '',
        { value: read(value, depth + 1), line: lineOf(key) },
      ]),
    );
  };
  if (document.contents === null) return new Map();
  if (!isMap(document.contents))
    throw new UnreadableMatter(2, 'its front matter has no fields: write `name: value`');
  return read(document.contents, 0) as ReadFields;
}
