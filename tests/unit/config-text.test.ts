import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { transformWithOxc } from 'vite';
import { describe, expect, it } from 'vitest';
import { askForWords } from '../../tools/owner/ask-words.ts';
import {
  ConfigUnreadable,
  readConfig,
  withLinks,
  withTexts,
} from '../../tools/owner/config-text.ts';

/** FIRST-1: what the setup makes of the text of `src/site.config.ts`. */

const own = readFileSync('src/site.config.ts', 'utf8');
// biome-ignore lint/suspicious/noTemplateCurlyInString: it is to look like a place in a template
const hostile = 'a\'b "c" \\ `${d}`\n\r\u2028\u0000 😀 e\u0301 </script><!-- \ud800';

/** What the site reads of it. */
async function run(text: string) {
  const { code } = await transformWithOxc(text, 'site.config.ts');
  const { site } = await import(
    `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
  );
  return site;
}

/** The lines of a text that another does not have. */
const linesOnlyIn = (text: string, other: string) => {
  const known = other.split('\n');
  return text.split('\n').filter((line) => !known.includes(line));
};

describe('FIRST-1: a text in the configuration', () => {
  it('is replaced by any other, and nothing else changes', async () => {
    const changed = withTexts(
      own,
      new Map([
        ['brand', hostile],
        ['profile.name', hostile],
      ]),
    );
    const { brand, profile, ...rest } = await run(changed);
    const { brand: _brand, profile: before, ...restBefore } = await run(own);
    expect(brand).toBe(hostile);
    expect(profile).toEqual({ ...before, name: hostile });
    expect(JSON.stringify(rest)).toBe(JSON.stringify(restBefore));
    expect(linesOnlyIn(own, changed)).toEqual([
      "  brand: 'Fieldnotes',",
      "    name: 'Robin Fielding',",
    ]);
  });

  it('comes out as it went in, whatever it is', () => {
    const texts = fc.string({
      unit: fc.oneof(
        fc.string({ unit: 'binary', maxLength: 1 }),
        fc.constantFrom("'", '"', '\\', '\n', '`', '$'),
      ),
    });
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        const changed = withTexts(
          own,
          new Map([
            ['brand', one],
            ['profile.description', other],
          ]),
        );
        const { texts: read } = readConfig(changed);
        expect([read.get('brand'), read.get('profile.description')]).toEqual([one, other]);
      }),
    );
  });

  it('is written in the quotes that need fewer backslashes', () => {
    const brandOf = (value: string) =>
      /brand: (.*),/.exec(withTexts(own, new Map([['brand', value]])))?.[1];
    expect(brandOf('My "notes"')).toBe(`'My "notes"'`);
    expect(brandOf("Rosa & Tim's")).toBe(`"Rosa & Tim's"`);
    expect(brandOf(`'"`)).toBe(`'\\'"'`);
  });

  it('is found behind comments, letters of several units, other quotes, and line ends of Windows', () => {
    const text = "// 😀\r\nexport const site = {\r\n  'brand': `Old`, // mine\r\n  n: 1 + 1 };\r\n";
    expect(withTexts(text, new Map([['brand', 'New']]))).toBe(text.replace('`Old`', "'New'"));
  });

  it.each([
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code
    ['is no plain text', 'export const site = { brand: `a${1}` };'],
    ['stands elsewhere', "import { brand } from './x.ts';\nexport const site = { brand };"],
    ['is not there', 'export const site = {};'],
    ['is in a file that is none', 'export const site = {'],
  ])('that %s is left alone', (_, text) => {
    expect(() => withTexts(text, new Map([['brand', 'New']]))).toThrow(ConfigUnreadable);
  });
});

describe('FIRST-1: the links of the configuration', () => {
  const list = (inner: string) => `export const site = { social: [${inner}] };\n`;
  const a = { label: 'A', href: 'https://a.example' };
  const b = { label: 'B', href: 'https://b.example' };
  const [la, lb] = [
    "{ label: 'A', href: 'https://a.example' }",
    "{ label: 'B', href: 'https://b.example' }",
  ];

  it.each([
    ['nothing', `\n  ${la}, // mine\n  ${lb},\n`, [a, b], [], `\n  ${la}, // mine\n  ${lb},\n`],
    [
      'another address',
      `${la}`,
      [{ ...a, href: 'https://c.example' }],
      [],
      la.replace('//a', '//c'),
    ],
    ['one more', `\n  ${la}, // mine\n`, [a], [b], `\n  ${la}, // mine\n  ${lb},\n`],
    [
      'one more after none with a comma',
      `\r\n  ${la} // mine\r\n`,
      [a],
      [b],
      `\r\n  ${la}, // mine\r\n  ${lb}\r\n`,
    ],
    ['one more in the same line', `${la}`, [a], [b], `${la}, ${lb}`],
    ['the first ones', '', [], [a, b], `${la}, ${lb}`],
    [
      'one less',
      `\n  ${la}, // mine\n  // yours\n  ${lb},\n`,
      [null, b],
      [],
      `\n  // yours\n  ${lb},\n`,
    ],
    ['one less, with a comment before its comma', `${la} /* x */, ${lb}`, [null, b], [], ` ${lb}`],
    ['none', `\n  ${la},\n  ${lb},\n`, [null, null], [], '\n'],
    ['another in the place of all', `\n  ${la},\n`, [null], [b], `${lb}\n`],
  ])('become %s', async (_, before, kept, added, after) => {
    const changed = withLinks(list(before), kept, added);
    expect(changed).toBe(list(after));
    const { social } = await run(changed);
    expect(social).toEqual([...kept, ...added].filter((it) => it !== null));
  });
});

describe('FIRST-1: the questions', () => {
  /** Answers in order, and null when there are no more. */
  async function ask(...given: string[]) {
    const asked: string[] = [];
    const told: string[] = [];
    const ask = async (question: string) => {
      asked.push(question);
      return given.shift() ?? null;
    };
    const text = await askForWords({ ask }, own, (line) => told.push(line));
    return { text, asked, told };
  }
  const enter = (count: number) => Array.from({ length: count }, () => '');

  it('change nothing where nothing is answered, and show what is there', async () => {
    const { text, asked } = await ask(...enter(9));
    expect(text).toBe(own);
    expect(asked).toHaveLength(9);
    expect(asked[0]).toContain('[Fieldnotes]');
    expect(asked[6]).toContain('GitHub, - for none [https://github.com]');
  });

  it.each([0, 1, 5, 6, 8])('make nothing of %i answers that end too soon', async (count) => {
    expect((await ask(...Array.from({ length: count }, () => 'Europe/Berlin'))).text).toBeNull();
  });

  it('take every answer', async () => {
    const { text } = await ask(
      "Rosa's",
      'Bread "and" more',
      'Notes 😀',
      ' Rosa \\ ',
      '</script>',
      'Europe/Berlin',
      '-',
      'linkedin.com/in/rosa',
      'My blog https://rosa.example/a?b=1',
      'https://www.rosa.example',
      '',
    );
    expect(await run(text ?? '')).toMatchObject({
      brand: "Rosa's",
      tagline: 'Bread "and" more',
      description: 'Notes 😀',
      profile: { name: 'Rosa \\', description: '</script>', status: 'Learning AI' },
      timeZone: 'Europe/Berlin',
      social: [
        { label: 'LinkedIn', href: 'https://linkedin.com/in/rosa' },
        { label: 'My blog', href: 'https://rosa.example/a?b=1' },
        { label: 'rosa.example', href: 'https://www.rosa.example' },
      ],
    });
  });

  it.each([
    [5, 'Berlin', /no time zone called “Berlin”/],
    [5, '+01:00', /no time zone/],
    [6, 'http://a.example', /no address of the web/],
    [6, 'javascript:alert(1)', /no address of the web/],
    [8, 'GitHub', /no address of the web/],
    [8, 'GitHub https://github.com', /there already/],
  ])('repeat the one of place %i after %s, and say why', async (place, answer, problem) => {
    const { text, asked, told } = await ask(...enter(place), answer, ...enter(9 - place));
    expect(told.join()).toMatch(problem);
    expect(asked[place + 1]).toBe(asked[place]);
    expect(text).toBe(own);
  });

  it('leave out what is no plain text, and say where it is changed', async () => {
    const told: string[] = [];
    const text = "const brand = 'X';\nexport const site = { brand, tagline: 'T' };";
    const answers = ['New'];
    const ask = async () => answers.shift() ?? null;
    const wanted = await askForWords({ ask }, text, (line) => told.push(line));
    expect(wanted).toBe(text.replace("'T'", "'New'"));
    expect(told[0]).toMatch(/brand is no plain text/);
  });
});
