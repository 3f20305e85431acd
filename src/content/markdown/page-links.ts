import { normalizeIdentifier } from 'micromark-util-normalize-identifier';
import type {
  Code,
  CompileContext,
  Construct,
  Effects,
  Extension,
  HtmlExtension,
  State,
  Token,
  TokenizeContext,
} from 'micromark-util-types';
import { nameAndWords, PAGE_LINK } from '../../lib/page-link.ts';

/**
 * `[[Title]]` and `[[Title|words]]`: a link to a page of this site by the name of its item. Which page that is, only someone
 * with all items can say (content/page-links). So its address is `PAGE_LINK` and the name.
 *
 * It gives way to what CommonMark has for two brackets: a link's words in brackets, and a reference that is defined.
 */

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    pageLink: 'pageLink';
    pageLinkMarker: 'pageLinkMarker';
    pageLinkName: 'pageLinkName';
  }
}

const codes = { lineEndsBelow: 0, parenthesis: 40, open: 91, close: 93, caret: 94 } as const;

function tokenize(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  const { defined } = this.parser;
  let between = '';

  const start: State = (code) => {
    effects.enter('pageLink');
    effects.enter('pageLinkMarker');
    effects.consume(code);
    return second;
  };
  const second: State = (code) => {
    if (code !== codes.open) return nok(code);
    effects.consume(code);
    effects.exit('pageLinkMarker');
    return first;
  };
  const first: State = (code) => {
    // A footnote in brackets, or nothing.
    if (!isOfName(code) || code === codes.caret) return nok(code);
    effects.enter('pageLinkName');
    return within(code);
  };
  const within: State = (code) => {
    if (code === codes.close) {
      effects.exit('pageLinkName');
      effects.enter('pageLinkMarker');
      effects.consume(code);
      return end;
    }
    if (!isOfName(code)) return nok(code);
    between += String.fromCharCode(code);
    effects.consume(code);
    return within;
  };
  const end: State = (code) => {
    const isReference = defined.includes(normalizeIdentifier(between));
    if (code !== codes.close || isReference || nameAndWords(between).name === '') return nok(code);
    effects.consume(code);
    effects.exit('pageLinkMarker');
    effects.exit('pageLink');
    return behind;
  };
  const behind: State = (code) => (code === codes.parenthesis ? nok(code) : ok(code));
  return start;
}

/** Neither a bracket nor the end of the line or of the text. */
function isOfName(code: Code): code is number {
  return code !== null && code > codes.lineEndsBelow && code !== codes.open && code !== codes.close;
}

const pageLink: Construct = { name: 'pageLink', tokenize, add: 'before' };

export const pageLinks: Extension = { text: { [codes.open]: pageLink } };

export const pageLinksHtml: HtmlExtension = {
  exit: {
    pageLinkName(this: CompileContext, token: Token) {
      const { name, words } = nameAndWords(this.sliceSerialize(token));
      this.tag(`<a href="${PAGE_LINK}${this.encode(name)}">`);
      this.raw(this.encode(words));
      this.tag('</a>');
    },
  },
};
