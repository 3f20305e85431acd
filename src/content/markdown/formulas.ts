import type {
  CompileContext,
  Construct,
  Effects,
  Extension,
  HtmlExtension,
  State,
  Token,
  TokenizeContext,
} from 'micromark-util-types';
import { linesOfCode } from './lines-of-code.ts';

/**
 * Formulas in TeX: `$x$` in a line, `$$x$$` in a line or over several, and fences that are called `math`. As with pandoc, no space
 * stands behind the dollar that begins one and before the dollar that ends it, and no digit behind that: '$5 and $10' is no
 * formula. They come out as code, which ui/render-formulas.ts draws.
 */

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    formula: 'formula';
    formulaMarker: 'formulaMarker';
    formulaSource: 'formulaSource';
  }
}

const codes = { lineEndsBelow: -2, space: 32, zero: 48, nine: 57 } as const;
const DOLLAR = 36;
const BACKSLASH = 92;
/** TeX hardly needs it, and prices may stand before code that has a dollar. */
const BACKTICK = 96;

function tokenize(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  let opened = 0;
  let closed = 0;
  let isAfterSpace = false;

  const isSpace = (code: number) => code < 0 || code === codes.space;
  const start: State = (code) => {
    effects.enter('formula');
    effects.enter('formulaMarker');
    return open(code);
  };
  const open: State = (code) => {
    if (code === DOLLAR && opened < 2) {
      opened += 1;
      effects.consume(code);
      return open;
    }
    if (code === null || isSpace(code) || code === DOLLAR) return nok(code);
    effects.exit('formulaMarker');
    effects.enter('formulaSource');
    return within(code);
  };
  const within: State = (code) => {
    if (code === null || code < codes.lineEndsBelow || code === BACKTICK) return nok(code);
    if (code === DOLLAR) {
      if (isAfterSpace) return nok(code);
      effects.exit('formulaSource');
      effects.enter('formulaMarker');
      return close(code);
    }
    isAfterSpace = isSpace(code);
    effects.consume(code);
    return code === BACKSLASH ? escaped : within;
  };
  const escaped: State = (code) => {
    if (code === null || code < codes.lineEndsBelow) return nok(code);
    isAfterSpace = false;
    effects.consume(code);
    return within;
  };
  const close: State = (code) => {
    if (code === DOLLAR && closed < opened) {
      closed += 1;
      effects.consume(code);
      return close;
    }
    const isDigit = code !== null && code >= codes.zero && code <= codes.nine;
    if (closed < opened || code === DOLLAR || isDigit) return nok(code);
    effects.exit('formulaMarker');
    effects.exit('formula');
    return ok(code);
  };
  return start;
}

function previous(this: TokenizeContext, code: number | null): boolean {
  return code !== DOLLAR;
}

const formula: Construct = { name: 'formula', tokenize, previous };

export const formulas: Extension = { text: { [DOLLAR]: formula } };

export const formulasHtml: HtmlExtension = {
  exit: {
    formulaSource(this: CompileContext, token: Token) {
      this.tag('<code data-formula="">');
      this.raw(this.encode(this.sliceSerialize(token)));
      this.tag('</code>');
    },
  },
};

const opens = /^((?:[ \t]*>)*[ \t]*)\$\$(?!\$)(.*)$/;
const closes = /^(.*?)\$\$[ \t]*$/;

/**
 * A text in which formulas over several lines, between `$$` at the beginning of a line and `$$` at the end of one, are fences: nothing
 * in them can begin a list or a heading. A blank line ends none, so what is left open takes nothing along.
 */
export function withFormulaFences(text: string): string {
  if (!text.includes('$$')) return text;
  const lines = linesOfCode(text);
  const made: string[] = [];
  for (let place = 0; place < lines.length; place += 1) {
    const { line = '', isCode = false } = lines[place] ?? {};
    const [, before = '', first = ''] = (isCode ? null : opens.exec(line)) ?? [];
    const end = isCode || !opens.test(line) || first.includes('$$') ? 0 : endOf(lines, place);
    if (end === 0) {
      made.push(line);
      continue;
    }
    const [, last = ''] = closes.exec(lines[end]?.line ?? '') ?? [];
    const within = lines.slice(place + 1, end).map((it) => it.line);
    const ends = (it: string) => (it.replace(/^[ \t>]*/, '') === '' ? [] : [it]);
    made.push(`${before}\`\`\`math`, ...ends(first.trim() === '' ? '' : before + first), ...within);
    made.push(...ends(last), `${before}\`\`\``);
    place = end;
  }
  return made.join('\n');
}

/** @returns 0 if the formula that begins in a line has no end */
function endOf(lines: ReturnType<typeof linesOfCode>, from: number): number {
  for (let place = from + 1; place < lines.length; place += 1) {
    const { line = '', isFence = false, isCode = false } = lines[place] ?? {};
    if (isFence || isCode || line.replace(/^[ \t>]*/, '') === '') return 0;
    if (closes.test(line)) return place;
    if (line.includes('$$')) return 0;
  }
  return 0;
}
