import { describe, expect, it } from 'vitest';
import { withPictureMoved } from '../../src/content/markdown/moved-picture.ts';
import { shownPicturesIn } from '../../src/content/markdown/pictures-in.ts';

/** PICTURE-12: a picture of a text at another address; all else stays to the letter. */

const from = 'https://x.org/a.png';
const to = `/pictures/${'0'.repeat(32)}-800x600-a1b2c3.webp`;

describe('PICTURE-12: a picture of a text is moved', () => {
  it.each([
    [`a ![b c](${from} "d") e`, `a ![b c](${to} "d") e`],
    [`![a](<${from}>)`, `![a](<${to}>)`],
    [`[![a](${from})](${from})`, `[![a](${to})](${from})`],
    [`![a][b]\n\n[b]: ${from} "c"`, `![a][b]\n\n[b]: ${to} "c"`],
    [`![a](${from}) ![b](${from})\r\n`, `![a](${to}) ![b](${to})\r\n`],
    [`![${from}](${from})`, `![${from}](${to})`],
    [`\\![a] \\* ![b](https://x\\.org/a.png) \\_`, `\\![a] \\* ![b](${to}) \\_`],
    [`<img width="2" src='${from}' alt="a">`, `<img width="2" src="${to}" alt="a">`],
    [
      `\`![a](${from})\` ![b](${from})\n\`\`\`\n![c](${from})\n\`\`\`\n![d](${from})`,
      `\`![a](${from})\` ![b](${to})\n\`\`\`\n![c](${from})\n\`\`\`\n![d](${to})`,
    ],
  ])('in %j', (text, moved) => {
    expect(withPictureMoved(text, 'markdown', from, to)).toBe(moved);
  });

  it('however its address is written', () => {
    const found = 'https://x.org/%C3%A4?b=1&c=2';
    const moved = (text: string) => withPictureMoved(text, 'markdown', found, to);
    expect(moved('![a](https://x.org/ä?b=1&amp;c=2)')).toBe(`![a](${to})`);
    expect(moved('<img src="https://x.org/ä?b=1&amp;c=2">')).toBe(`<img src="${to}">`);
  });

  it('in HTML, and where tags are words', () => {
    const html = `<p>![a](${from}) <img src="${from}"></p>`;
    expect(withPictureMoved(html, 'html', from, to)).toBe(`<p>![a](${from}) <img src="${to}"></p>`);
    const plain = `<img src="${from}"> ![a](${from})`;
    expect(withPictureMoved(plain, 'plain-markdown', from, to)).toBe(
      `<img src="${from}"> ![a](${to})`,
    );
  });

  it('or the text is left alone where it does not show it', () => {
    expect(withPictureMoved(`[a](${from})`, 'markdown', from, to)).toBeNull();
  });
});

describe('PICTURE-10: the words of a picture', () => {
  it.each([
    ['![a [b] \\]](/c.png) ![](/d.png) ![ ](/e.png)', ['a [b] ]', '', '']],
    ['<img src="/a.png" alt="b"> <img src="/c.png">', ['b', '']],
  ])('in %j are %j', (text, words) => {
    const all = new Map(shownPicturesIn(text, 'markdown').map((it) => [it.address, it.words]));
    expect([...all.values()]).toEqual(words);
  });
});
