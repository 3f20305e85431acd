import type { Plugin } from 'vite';

/** Also where it is built as for development, with NODE_ENV set to something else. */
const syntax = /[\\/]micromark-core-commonmark[\\/](?:dev[\\/])?lib[\\/]html-(flow|text)\.js$/;

/**
 * Leaves out how Markdown's parser reads HTML: content/markdown/syntax.ts switches it off, so visitors need not load it.
 * The parser still has the names.
 */
export function withoutHtmlSyntax(): Plugin {
  let left = 0;
  return {
    name: 'without-html-syntax',
    apply: 'build',
    load: {
      filter: { id: syntax },
      handler(id) {
        const [, where] = syntax.exec(id) ?? [];
        if (where === undefined) return null;
        left += 1;
        const name = where === 'flow' ? 'htmlFlow' : 'htmlText';
        return `export const ${name} = { name: '${name}', tokenize: () => () => undefined };`;
      },
    },
    buildEnd(error) {
      if (error === undefined && left < 2)
        throw new Error('Markdown’s parser has its HTML elsewhere now.');
    },
  };
}
