import type { Plugin } from 'vite';

/** Also where it is built as for development, with NODE_ENV set to something else. */
const syntax = /[\\/]micromark-core-commonmark[\\/](?:dev[\\/])?lib[\\/]html-(flow|text)\.js$/;
const kept = /[\\/]src[\\/]content[\\/]moving-in[\\/]html-syntax\.ts$/;

/**
 * Leaves out how Markdown's parser reads HTML: content/markdown/syntax.ts switches it off, so visitors need not load it.
 * The parser still has the names. Who imports notes needs it, and gets it from content/moving-in/html-syntax.ts.
 */
export function withoutHtmlSyntax(): Plugin {
  let left = 0;
  return {
    name: 'without-html-syntax',
    apply: 'build',
    load: {
      filter: { id: [syntax, kept] },
      async handler(id) {
        if (kept.test(id)) {
          const parser = await this.resolve('micromark-core-commonmark', id);
          if (parser === null) throw new Error('Markdown’s parser is elsewhere now.');
          const lib = parser.id.replace(/index\.js$/, 'lib');
          // With a query it is another file to this plugin, and the same to all others.
          return `import { htmlFlow } from ${JSON.stringify(`${lib}/html-flow.js?kept`)};
import { htmlText } from ${JSON.stringify(`${lib}/html-text.js?kept`)};
const htmlSyntax = { flow: { 60: htmlFlow }, text: { 60: htmlText } };
export { htmlSyntax };`;
        }
        const [, where] = syntax.exec(id) ?? [];
        if (where === undefined) return null;
        left += 1;
        const name = where === 'flow' ? 'htmlFlow' : 'htmlText';
        return `export const ${name} = { name: '${name}', tokenize: (effects, ok, nok) => nok };`;
      },
    },
    buildEnd(error) {
      if (error === undefined && left < 2)
        throw new Error('Markdown’s parser has its HTML elsewhere now.');
    },
  };
}
