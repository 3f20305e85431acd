import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { piecesOf } from '../../src/ui/highlight-code.ts';
import { isHighlighted } from '../../src/ui/highlight-known.ts';

/** Names of each language, and a code in it with a piece of its own. */
const samples: readonly (readonly [names: string, code: string, piece: string, sort: string])[] = [
  ['bash sh zsh', 'for f in *.md; do echo "$f"; done', 'for', 'keyword'],
  ['shell console', '$ npm test', '$ ', 'meta'],
  ['css', 'a:hover { color: red }', 'color', 'attr'],
  ['diff patch', '-one\n+two', '+two', 'addition'],
  ['docker dockerfile', 'FROM node:20', 'FROM', 'keyword'],
  ['go golang', 'func main() {}', 'func', 'keyword'],
  ['html xhtml xml svg', '<p class="a">b</p>', 'p', 'title'],
  ['http https', 'GET / HTTP/1.1\nHost: a.example', 'Host', 'attr'],
  ['ini toml', '[a]\nb = 1', '[a]', 'title'],
  ['java', 'class A {}', 'class', 'keyword'],
  ['javascript js jsx mjs cjs', `const a = \`b \${c + 1}\`;`, '1', 'number'],
  ['typescript ts tsx mts cts', 'interface A { b: string }', 'interface', 'keyword'],
  ['json jsonc json5', '{ "a": true } // why', '"a"', 'attr'],
  ['kotlin kt kts', 'fun main() {}', 'fun', 'keyword'],
  ['latex tex', '\\section{One} % two', '% two', 'comment'],
  ['markdown md', '# One', '# One', 'title'],
  ['nginx', 'listen 80;', '80', 'number'],
  ['php', '<?php echo "a"; ?>', 'echo', 'keyword'],
  ['python py', 'def a(): return None', 'def', 'keyword'],
  ['pycon', '>>> a = 1\n1', '1', 'number'],
  ['r', 'a <- function(b) TRUE', 'function', 'keyword'],
  ['ruby rb', 'def a; nil; end', 'def', 'keyword'],
  ['rust rs', 'fn main() {}', 'fn', 'keyword'],
  ['sql', "select 'a' from b", "'a'", 'string'],
  ['swift', 'let a = 1', 'let', 'keyword'],
  ['yaml yml', 'a: 1 # why', 'a:', 'attr'],
  ['graphql gql', 'query { a }', 'query', 'keyword'],
  ['c h', 'int a = 1; /* why */', '/* why */', 'comment'],
  ['cpp hpp cc c++', 'auto a = 1;', '1', 'number'],
  ['csharp cs c#', 'using A;', 'using', 'keyword'],
  ['make makefile mk', 'a: b\n\techo $(A)', '$(A)', 'attr'],
];
const names = samples.flatMap(([all]) => all.split(' '));
const together = (code: string, language: string) =>
  piecesOf(code, language)
    .map(({ text }) => text)
    .join('');

describe('LEARNING-2: highlighted code', () => {
  it.each(samples)('%s', (all, code, text, sort) => {
    for (const name of all.split(' ')) {
      expect([name, isHighlighted(name)]).toEqual([name, true]);
      expect(piecesOf(code, name)).toContainEqual({ text, sort });
    }
  });

  it.each(['', 'text', 'plaintext', 'jq', 'html+jinja', 'C', 'css ', 'constructor', 'toString'])(
    'is none in %j',
    (name) => expect(isHighlighted(name)).toBe(false),
  );

  it.each(names)('is the same text in %s, whatever it is', (name) => {
    const word = fc.constantFrom(
      ...[
        '</code><script>',
        '&lt;',
        '&',
        '<',
        '"',
        "'",
        '`',
        '${',
        '}',
        '<?php',
        '>>> ',
        '\n',
        '\\',
      ],
      ...[
        'function ',
        'class ',
        '/*',
        '//',
        '#',
        '<!--',
        '-->',
        '\r',
        '\0',
        '\u00A0',
        '🎉',
        '--- ',
      ],
    );
    const text = fc.array(fc.oneof(word, fc.string({ unit: 'binary' })), { maxLength: 12 });
    const codes = fc.oneof(
      text.map((all) => all.join('')),
      fc.constantFrom(...samples.map(([, code]) => code)),
    );
    fc.assert(
      fc.property(codes, (code) => {
        expect(together(code, name)).toBe(code);
      }),
      { numRuns: 100 },
    );
  });

  it('has code within strings, and languages within others', () => {
    expect(piecesOf(`\`a \${b}\``, 'js')).toEqual([
      { text: '`a ', sort: 'string' },
      { text: `\${b}`, sort: '' },
      { text: '`', sort: 'string' },
    ]);
    expect(piecesOf('<style>a { color: red }</style>', 'html')).toContainEqual({
      text: 'color',
      sort: 'attr',
    });
  });

  it('is in the language that it names: none is guessed', () => {
    const body = 'class A { public static void main(String[] a) {} }';
    expect(piecesOf(`POST / HTTP/1.1\nA: b\n\n${body}`, 'http').at(-1)?.text).toContain(body);
  });
});
