import { JSDOM } from 'jsdom';
import { expect, it } from 'vitest';
import { plainWords } from '../../../src/content/markdown/plain-words.ts';
import { readGhost } from '../../../src/content/moving-in/read-ghost.ts';
import { readList } from '../../../src/content/moving-in/read-list.ts';
import { type NoteValues, readNote } from '../../../src/content/moving-in/read-note.ts';
import { readWordPress } from '../../../src/content/moving-in/read-wordpress.ts';

/** Whatever the source shows of a text is in what comes of it, word by word and as often. */

const NOW = Date.UTC(2026, 0, 2);
const around = { site: null, now: NOW, hasFile: () => false };

/** How often each word is there. */
function wordsIn(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])
    counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** The words of a page that are not in what has come, or not as often. */
function lacking(shown: string, come: string): readonly string[] {
  const there = wordsIn(come);
  return [...wordsIn(shown)].filter(([word, count]) => (there.get(word) ?? 0) < count).map(String);
}

const comeOf = ({ title, description, content, tags }: NoteValues) =>
  [title, description, plainWords(content ?? ''), ...tags].join('\n');
/** A block begins a line. */
const blocks = /<(?=\/?(?:p|h\d|li|ul|ol|t[rdh]|dt|dd|dl|pre|figcaption|summary|br|blockquote)\b)/g;
const shownIn = (html: string) =>
  new JSDOM(html.replace(blocks, ' <')).window.document.body.textContent ?? '';

const html = `<h2>Why a lamp hums</h2><p>It hums at <em>fifty</em> or <strong>sixty hertz</strong>, and <a href="https://a.example/b">the
grid</a> is why; cost: 5 &lt; 6 &amp; 7 &gt; 2, a_b_c * d.</p><blockquote><p>Quiet lamps are the <code>dim</code> ones.</p></blockquote>
<ul><li>Choke<ul><li>iron core</li></ul></li><li>Ballast</li></ul><ol start="3"><li>Third step</li><li>Fourth step</li></ol>
<table><thead><tr><th>Part</th><th>Noise</th></tr></thead><tbody><tr><td>Coil | wound</td><td>loud</td></tr></tbody></table>
<pre><code class="language-js">const hum = [[fifty]];
// keeps  every   sign: \`\`\` *x*</code></pre><figure><img src="https://a.example/c.png" alt=""><figcaption>The coil, opened</figcaption></figure>
<dl><dt>Ripple</dt><dd>what is left of it</dd></dl><p>H<sub>2</sub>O and x<sup>3</sup>, <del>never</del> seldom.<br>Second line.</p><hr>
<details><summary>More of it</summary><p>Hidden words count.</p></details><p>日本語 и кириллица, café.</p>`;

it('MOVE-7: of a post of Ghost', () => {
  const post = { id: '1', slug: 'lamp', title: 'The humming lamp', html, status: 'published' };
  const more = { custom_excerpt: 'A short note on noise', published_at: '2024-03-14T10:30:00Z' };
  const tags = [{ id: 't', name: 'Electric light' }];
  const data = { posts: [{ ...post, ...more }], tags, posts_tags: [{ post_id: '1', tag_id: 't' }] };
  const [note] = readGhost(data, around).notes;
  const shown = `The humming lamp A short note on noise Electric light ${shownIn(html)}`;
  expect(note && lacking(shown, comeOf(note.values))).toEqual([]);
});

it('MOVE-7: of a post of WordPress, in blocks and from before them', () => {
  const inBlocks = `<!-- wp:html -->${html}<!-- /wp:html --><!-- wp:paragraph --><p>In a block.</p><!-- /wp:paragraph -->`;
  const before =
    'First of two.\n\nSecond, with a\nbroken line. [caption id="x" width="3"]<img src="https://a.example/d.png" /> Words below[/caption]';
  for (const [content, shown] of [
    [inBlocks, `${shownIn(html)} In a block.`],
    [before, 'First of two. Second, with a broken line. Words below'],
  ] as const) {
    const item = `<item><title>The humming lamp</title><link>https://b.example/2024/lamp/</link>
      <content:encoded><![CDATA[${content}]]></content:encoded><excerpt:encoded><![CDATA[In brief]]></excerpt:encoded>
      <category domain="post_tag" nicename="light"><![CDATA[Electric light]]></category><wp:post_id>1</wp:post_id>
      <wp:post_name>lamp</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item>`;
    const [note] = readWordPress(
      `<?xml version="1.0"?><rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/"><channel><link>https://b.example</link>${item}</channel></rss>`,
      around,
    ).notes;
    const all = `The humming lamp In brief Electric light ${shown}`;
    expect(note && lacking(all, comeOf(note.values))).toEqual([]);
  }
});

const body = `Why it hums: *fifty* or **sixty hertz**, and [the grid](https://a.example/b).

## Parts

- choke
  - iron core
1. third

| Part | Noise |
| ---- | ----- |
| coil | loud  |

> Quiet lamps are the \`dim\` ones.

\`\`\`js
const hum = [[fifty]];
\`\`\`
`;
const bodyShown =
  'Why it hums fifty or sixty hertz and the grid Parts choke iron core third Part Noise coil loud Quiet lamps are the dim ones const hum fifty';

it.each([
  [
    'Notion',
    'Lamp 0123456789abcdef0123456789abcdef.md',
    `# The humming lamp\n\nTags: Electric light, noise\nOwner: Someone Else\n\n<aside>\n💡 A note at the side.\n\n</aside>\n\n${body}`,
    'The humming lamp Electric light noise Owner Someone Else A note at the side',
  ],
  [
    'Hugo',
    'content/posts/lamp/index.md',
    `+++\ntitle = "The humming lamp"\ndescription = "In brief"\ntags = ["Electric light"]\n+++\n${body}\n{{< figure src="a.png" caption="The coil, opened" >}}\n\n{{< notice tip >}}\nInside a shortcode.\n{{< /notice >}}\n`,
    'The humming lamp In brief Electric light The coil opened Inside a shortcode',
  ],
  [
    'Jekyll',
    '_posts/2024-03-14-lamp.md',
    `---\ntitle: The humming lamp\nexcerpt: In brief\ncategories: light noise\n---\n${body}\n{% highlight ruby %}\nputs "hum"\n{% endhighlight %}\n\nA link [to it]({% post_url 2024-03-13-other %}).\n`,
    'The humming lamp In brief light noise puts hum A link to it',
  ],
  [
    'Obsidian',
    'Light/The humming lamp.md',
    `---\ntags: [light]\naliases: [Hum]\n---\n${body}\n> [!note] Mind the coil\n> It is hot.\n\nSee [[Ballast|the ballast]], ==marked words== and ![[Choke]]. #noise %%\n`,
    'The humming lamp light Mind the coil It is hot See the ballast marked words and noise',
  ],
])('MOVE-1: of a note of %s', (_, path, text, shown) => {
  const { values } = readNote({ path, text, changedAt: NOW });
  expect(lacking(`${shown} ${bodyShown}`, comeOf(values))).toEqual([]);
});

it('MOVE-8: of a row of a CSV', () => {
  const csv =
    'Name,Link,Description,Category,Tags,Author\n"Hum, a lamp",https://a.example/,"Two\nlines ""quoted""",Light,"coil;choke",Someone\n';
  const read = readList('links.csv', csv, null);
  const rows = typeof read === 'string' ? [] : read.rows.map(({ values }) => values);
  const come = rows.flatMap((row) => Object.values(row)).join('\n');
  expect(lacking('Hum a lamp a example Two lines quoted Light coil choke Someone', come)).toEqual(
    [],
  );
});
