import { parse as parseToml } from 'smol-toml';
import { parseDocument } from 'yaml';

/**
 * What stands above a note's text: YAML between `---`, as most programs write it, or TOML between `+++`, as Hugo and Zola may.
 *
 * Every value of YAML stays text. A date would become a moment of UTC otherwise, `no` would become false and `1.10` a number.
 */

export interface FrontMatter {
  /** By their names in lower case. */
  readonly fields: ReadonlyMap<string, unknown>;
  /** The text below it; the whole text where there is none, or none that can be read. */
  readonly body: string;
  /** Why it stays in the text. The line is that of the file, from 1. */
  readonly problem: { readonly line: number; readonly why: string } | null;
}

/** In characters. Longer than any that people write; a parser takes its time over more. */
const LONGEST = 64_000;
/** Each use of an alias repeats what it stands for, and may hold others. */
const ALIASES_MOST = 20;

/** @param text with the line ends of Unix */
export function frontMatterOf(text: string): FrontMatter {
  const [opening = '', fence] = /^(---|\+\+\+)[ \t]*\n/.exec(text) ?? [];
  const none = { fields: new Map(), body: text, problem: null };
  if (fence === undefined) return none;
  const closing = fence === '---' ? /^(?:---|\.\.\.)[ \t]*$/m : /^\+\+\+[ \t]*$/m;
  const rest = text.slice(opening.length);
  const end = closing.exec(rest);
  // A line across the page.
  if (end === null) return none;
  const source = rest.slice(0, end.index);
  const body = rest.slice(end.index + end[0].length).replace(/^\n+/, '');
  const read = fence === '---' ? readYaml(source) : readToml(source);
  if ('why' in read) return { ...none, problem: { line: read.line + 1, why: read.why } };
  return { fields: read.fields, body, problem: null };
}

type Read =
  | { readonly fields: ReadonlyMap<string, unknown> }
  /** The line within the front matter. */
  | { readonly line: number; readonly why: string };

function readYaml(source: string): Read {
  if (source.length > LONGEST) return tooLong;
  try {
    const document = parseDocument(source, { schema: 'failsafe', logLevel: 'silent' });
    // A warning is told of a tag that asks for a program's own type.
    const [problem] = [...document.errors, ...document.warnings];
    if (problem !== undefined) {
      return {
        line: problem.linePos?.[0].line ?? 1,
        why: `it is no YAML: ${inLine(problem.message)}`,
      };
    }
    return fieldsOf(document.toJS({ maxAliasCount: ALIASES_MOST }) ?? {});
  } catch (error) {
    return { line: 1, why: `it is no YAML: ${inLine(String(error))}` };
  }
}

function readToml(source: string): Read {
  if (source.length > LONGEST) return tooLong;
  try {
    const table: Record<string, unknown> = parseToml(source, { maxDepth: 50 });
    const { taxonomies, ...fields } = table;
    // Zola keeps tags and categories there.
    return fieldsOf({ ...Object(taxonomies), ...fields });
  } catch (error) {
    const { line = 1 } = Object(error) as { line?: number };
    return { line, why: `it is no TOML: ${inLine(String(error))}` };
  }
}

const tooLong: Read = { line: 1, why: `it is longer than ${LONGEST} characters` };

function fieldsOf(value: unknown): Read {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { line: 1, why: 'it has no fields' };
  }
  return {
    fields: new Map(Object.entries(value).map(([name, held]) => [name.toLowerCase(), held])),
  };
}

/** Parsers draw the place below their message. */
function inLine(message: string): string {
  return message.split('\n', 1)[0]?.replace(/ at line \d+, column \d+:?$/, '') ?? '';
}
