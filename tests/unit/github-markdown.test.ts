import { spawnSync } from 'node:child_process';
import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { wholeHtml } from '../support/whole-markdown.ts';

/**
 * Texts of our own for each extension of GitHub's, against GitHub's own program. Its specification is no package, and its texts may
 * not be copied under our licence.
 */
const hasProgram = spawnSync('cmark-gfm', ['--version']).status === 0;
const { document } = new JSDOM('').window;

function byGitHub(text: string): string {
  const extensions = ['table', 'strikethrough', 'autolink', 'tasklist'].flatMap((it) => ['-e', it]);
  return spawnSync('cmark-gfm', extensions, { input: text, encoding: 'utf8' }).stdout;
}

/** What one sees of it: elements, words and where links lead. */
function seen(html: string): string {
  const page = document.createElement('div');
  page.innerHTML = html.replaceAll('<br />\n', '\n');
  for (const element of page.querySelectorAll('*')) {
    for (const name of element.getAttributeNames()) {
      if (!['href', 'align', 'checked'].includes(name)) element.removeAttribute(name);
    }
  }
  return page.innerHTML.replace(/>\s+/g, '>').replace(/\s+</g, '<');
}

const texts = [
  '| a | b |\n| - | - |\n| c | d |',
  '| a | bcd |\n| :-: | -----------:\nc | d',
  '| a\\|b |\n| ------ |\n| c `\\|` d |\n| e **\\|** f |',
  '| a | b |\n| - | - |\n| c | d |\n> quote',
  '| a | b |\n| - | - |\n| c | d |\nwords\n\nwords',
  '| a | b |\n| - |\n| c |',
  '| a | b |\n| - | - |\n| c |\n| d | e | f |',
  '| a | b |\n| - | - |',
  'words\n| a |\n| - |\n| b |',
  '- [ ] a\n- [x] b',
  '- [x] a\n  - [ ] b\n  - [X] c\n- [ ] d',
  '- [x]a\n- []\n- [ ]\n1. [x] one',
  '~~a~~ b ~c~ d',
  '~~a\n\nb~~',
  'a ~~~b~~~ c',
  '**~~a~~** ~~*b*~~ a~~b~~c',
  'www.example.org',
  'See www.example.org/help now. (www.example.org/a(b)) www.example.org/a).',
  'www.example.org/?q=a&b=c www.example.org/?q=a&hl;',
  'www.example.org/he<lp',
  'http://example.org (https://example.org/?q=a+(b)) ftp://example.org',
  'a@example.org a+b@c-d.e-f a.b-c_d@a.b a.b-c_d@a.b. a.b-c_d@a.b- a.b-c_d@a.b_',
  '**https://example.org** _www.example.org_ https://example.org/a_b_c',
  '[https://example.org](/a) `www.example.org`',
];

/** Where we differ from GitHub on purpose, by the texts. */
const differences: Readonly<Record<string, readonly string[]>> = {
  'a page links to websites and mailboxes alone': [
    'http://example.org (https://example.org/?q=a+(b)) ftp://example.org',
  ],
  'the specification has an address behind `_`, the program has none': [
    '**https://example.org** _www.example.org_ https://example.org/a_b_c',
  ],
};
const differs = new Set(Object.values(differences).flat());
const rendered = (text: string) =>
  seen(wholeHtml({ text, indentedCode: true, entities: true }, {}));

describe.skipIf(!hasProgram)('LEARNING-2: what GitHub adds is read as by GitHub', () => {
  it.each(texts.filter((it) => !differs.has(it)))('%j', (text) => {
    expect(rendered(text)).toBe(seen(byGitHub(text)));
  });

  it.each([...differs])('differs in %j', (text) => {
    expect(rendered(text)).not.toBe(seen(byGitHub(text)));
  });
});
