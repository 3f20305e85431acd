import { describe, expect, it } from 'vitest';
import { gatherFiles, mostOfFiles } from '../../../src/content/moving-in/gather-files.ts';
import { linkNotes } from '../../../src/content/moving-in/link-notes.ts';
import { markdownOfPost } from '../../../src/content/moving-in/post-markdown.ts';
import { ghostDataIn, readGhost } from '../../../src/content/moving-in/read-ghost.ts';
import { isWordPress, readWordPress } from '../../../src/content/moving-in/read-wordpress.ts';
import { processorTime } from '../../support/processor-time.ts';

/** Posts of Ghost and WordPress become learnings. */

const NOW = Date.UTC(2026, 0, 2);
const around = { site: null, now: NOW, hasFile: () => false };
const at = (written: string) => new Date(written).toISOString();

describe('MOVE-7: the HTML of a post', () => {
  const written = (html: string, addressOf = (it: string) => it) => {
    const told: string[] = [];
    const markdown = markdownOfPost(html, addressOf, ({ sort, words }) =>
      told.push(`${sort}: ${words}`),
    );
    return { markdown, told };
  };

  it.each([
    [
      'words that look like signs',
      '<p>a &lt;b&gt; &amp;amp; [[x]] $x$ _y_</p>',
      'a \\<b> \\&amp; \\[\\[x\\]\\] \\$x$ \\_y\\_',
    ],
    ['addresses that are links by themselves', '<p>https://a.org/b_c_d</p>', 'https://a.org/b_c_d'],
    ['a link', '<a href="https://a.org/x_(y)">b</a>', '[b](https://a.org/x_(y))'],
    ['a link that would run something', '<a href="javascript:alert(1)">b</a>', 'b'],
    [
      'code with its language',
      '<pre><code class="language-js">a();\n```\n</code></pre>',
      '````js\na();\n```\n````',
    ],
    [
      'code of another program',
      '<pre class="brush: php; gutter: false">&lt;?php</pre>',
      '```php\n<?php\n```',
    ],
    [
      'a picture and its words',
      '<figure><img src="https://a.org/a b.png" alt="A"><figcaption>B</figcaption></figure>',
      '![A](https://a.org/a%20b.png)\n\nB',
    ],
    [
      'a picture that comes late',
      '<img src="data:image/gif;base64,AA" data-src="https://a.org/a.png" alt="A">',
      '![A](https://a.org/a.png)',
    ],
    [
      'a table',
      '<table><tr><th>A|B</th></tr><tr><td>1<br>2</td></tr></table>',
      '| A\\|B |\n| --- |\n| 1 2 |',
    ],
    [
      'a numbered list',
      '<ol start="3"><li>a</li><li>b<ul><li>c</li></ul></li></ol>',
      '3. a\n4. b\n   - c',
    ],
    [
      'a card of a page',
      '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://a.org/"><div class="kg-bookmark-title">A [b]</div><div>more</div></a></figure>',
      '[A \\[b\\]](https://a.org/)',
    ],
  ])('%s', (_, html, markdown) => {
    expect(written(html)).toEqual({ markdown, told: [] });
  });

  it('has links where it showed films, and neither scripts nor forms, and says so', () => {
    const html =
      '<p>a</p><iframe src="https://www.youtube.com/embed/a_b-1?x=1" title="A film"></iframe><iframe src="//player.vimeo.com/video/12?h=1"></iframe><video><source src="https://a.org/b.mp4"></video><script>alert(1)</script><form><input></form><style>p{}</style><img src="data:x" alt="In">';
    expect(written(html)).toEqual({
      markdown:
        'a\n\n[A film](https://www.youtube.com/watch?v=a_b-1)\n\nhttps://vimeo.com/12\n\nhttps://a.org/b.mp4\n\nIn',
      told: [
        'embed: https://www.youtube.com/watch?v=a_b-1 is a link now.',
        'embed: https://vimeo.com/12 is a link now.',
        'embed: https://a.org/b.mp4 is a link now.',
        'program: <script> does not come along.',
        'program: <form> does not come along.',
        'picture: In',
      ],
    });
  });

  it.each([
    ['elements within each other', '<div>'.repeat(100_000)],
    ['tables within each other', '<table><tr><td>'.repeat(10_000)],
    ['links that stay open', '<a href=x>'.repeat(50_000)],
    ['items', `<ol>${'<li>a</li>'.repeat(20_000)}</ol>`],
    ['signs', '*_[`<'.repeat(100_000)],
  ])('of endless %s keeps nobody waiting', (_, html) => {
    expect(processorTime(() => written(html))).toBeLessThan(10_000_000);
  });
});

const post = (fields: object) => ({
  id: 'p1',
  uuid: '8a6fdc10-fcde-48ba-b662-4d366cef5653',
  title: 'A post',
  slug: 'a-post',
  html: '<p>Words.</p>',
  status: 'published',
  visibility: 'public',
  type: 'post',
  created_at: '2024-03-01T00:00:00.000Z',
  published_at: '2024-03-14T10:30:00.000Z',
  updated_at: '2024-04-01 09:00:00',
  ...fields,
});
const ghost = (posts: object[], more: object = {}) =>
  readGhost(
    ghostDataIn({
      db: [{ meta: { version: '5.0.0' }, data: { posts, posts_tags: [], ...more } }],
    }) ?? {},
    around,
  ).notes;

describe('MOVE-7: an export of Ghost', () => {
  it('DATA-6: makes titles that can be seen', () => {
    const titleOf = (given: object) => ghost([post(given)])[0]?.values.title;
    expect(titleOf({ title: '\u200b' })).toBe('a-post');
    expect(titleOf({ title: '\u200b', slug: '' })).toBe('Untitled');
  });

  it('makes learnings of posts, with what Ghost knows of them', () => {
    const [note] = ghost(
      [post({ custom_excerpt: 'In  brief', feature_image: '__GHOST_URL__/content/images/a.png' })],
      {
        tags: [
          { id: 't1', name: 'SQL' },
          { id: 't2', name: '#internal' },
          { id: 't3', name: 'Git' },
        ],
        posts_tags: [
          { post_id: 'p1', tag_id: 't1', sort_order: 1 },
          { post_id: 'p1', tag_id: 't2', sort_order: 2 },
          { post_id: 'p1', tag_id: 't3', sort_order: 0 },
        ],
        posts_meta: [{ post_id: 'p1', feature_image_alt: 'A view' }],
      },
    );
    expect(note).toMatchObject({
      path: 'ghost/8a6fdc10-fcde-48ba-b662-4d366cef5653',
      called: 'a-post',
      values: {
        title: 'A post',
        description: 'In brief',
        content: '![A view](/content/images/a.png)\n\nWords.',
        tags: ['Git', 'SQL'],
        slug: 'a-post',
        created_at: at('2024-03-14T10:30Z'),
        updated_at: at('2024-04-01T09:00Z'),
        published_at: at('2024-03-14T10:30Z'),
      },
      paths: ['a-post'],
    });
  });

  it.each([
    [{ status: 'scheduled', published_at: '2030-01-01T00:00:00.000Z' }, at('2030-01-01'), []],
    [{ status: 'draft', published_at: null }, null, []],
    [{ status: 'sent' }, null, ['It comes as a draft: it was sent by mail and never published.']],
    [{ visibility: 'paid' }, null, ['It comes as a draft: only some could read it (paid).']],
    [{ type: 'page' }, null, ['It comes as a draft: it is a page there.']],
    [{ type: undefined, page: 1 }, null, ['It comes as a draft: it is a page there.']],
  ])('shows nobody what not everybody was shown: %j', (fields, publishedAt, told) => {
    const [note] = ghost([post(fields)]);
    expect(note?.values.published_at).toBe(publishedAt);
    expect(note?.told.filter(({ sort }) => sort === 'value').map(({ words }) => words)).toEqual(
      told,
    );
  });

  it.each([
    [
      'a card of Markdown, word for word',
      {
        mobiledoc: JSON.stringify({
          cards: [['markdown', { markdown: '# *A*\n\n<b>x' }]],
          sections: [[10, 0]],
        }),
      },
      '# *A*\n\n<b>x',
    ],
    ['Markdown of version 0', { markdown: '# *B*', mobiledoc: undefined }, '# *B*'],
    [
      'Mobiledoc that was never rendered',
      {
        html: null,
        mobiledoc: JSON.stringify({
          markups: [['a', ['href', 'https://a.org']], ['strong']],
          cards: [['code', { code: 'a < b', language: 'js' }]],
          sections: [
            [1, 'h2', [[0, [], 0, 'Head']]],
            [1, 'p', [[0, [0, 1], 2, 'link']]],
            [10, 0],
            [3, 'ul', [[[0, [], 0, 'item']]]],
          ],
        }),
      },
      '## Head\n\n[**link**](https://a.org)\n\n```js\na < b\n```\n\n- item',
    ],
    [
      'Lexical that was never rendered',
      {
        html: null,
        lexical: JSON.stringify({
          root: {
            children: [
              {
                type: 'extended-heading',
                tag: 'h3',
                children: [{ type: 'extended-text', text: 'A < b', format: 0 }],
              },
              {
                type: 'paragraph',
                children: [
                  { type: 'extended-text', text: 'bold', format: 1 },
                  { type: 'linebreak' },
                  {
                    type: 'link',
                    url: 'https://a.org',
                    children: [{ type: 'extended-text', text: 'l' }],
                  },
                ],
              },
              { type: 'image', src: '__GHOST_URL__/content/images/a.png', alt: 'A' },
            ],
          },
        }),
      },
      '### A < b\n\n**bold**  \n[l](https://a.org)\n\n![A](/content/images/a.png)',
    ],
    ['plain words alone', { html: null, plaintext: 'Plain.' }, 'Plain.'],
  ])('reads %s', (_, fields, content) => {
    expect(ghost([post(fields)])[0]?.values.content).toBe(content);
  });

  it('links its posts to each other, and keeps what leads elsewhere', () => {
    const html =
      '<a href="__GHOST_URL__/b/#part">b</a> <a href="/b/">c</a> <a href="https://a.org/b/">d</a>';
    const [note] = linkNotes(
      ghost([post({ html }), post({ uuid: 'u2', slug: 'b', title: 'B' })]),
      (it) => it.slice(-2),
    );
    expect(note?.values.content).toBe('[b](/learnings/u2#h-part) [[B|c]] [d](https://a.org/b/)');
  });

  it('has whole addresses, if its site is named', () => {
    const html = '<img src="__GHOST_URL__/content/images/a.png"><img src="/content/images/b.png">';
    const of = {
      ...around,
      site: 'https://blog.org',
      hasFile: (it: string) => it.endsWith('b.png'),
    };
    const { notes } = readGhost({ posts: [post({ html })], posts_tags: [] }, of);
    expect(notes[0]?.values.content).toBe(
      '![](https://blog.org/content/images/a.png)![](/content/images/b.png)',
    );
  });

  it('is told from other JSON', () => {
    for (const other of [
      null,
      [],
      {},
      { db: [] },
      { data: { posts: {} } },
      { fieldnotes: 'content' },
    ])
      expect(ghostDataIn(other)).toBeNull();
  });
});

const item = (fields: string) => `<item>
  <title><![CDATA[A & post]]></title><link>https://blog.org/2024/03/a-post/</link>
  <content:encoded><![CDATA[<p>Words.</p>]]></content:encoded><excerpt:encoded><![CDATA[In <b>brief</b>]]></excerpt:encoded>
  <wp:post_id>12</wp:post_id><wp:post_name>a-post</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type>
  <wp:post_date>2024-03-14 11:30:00</wp:post_date><wp:post_date_gmt>2024-03-14 10:30:00</wp:post_date_gmt>
  <wp:post_modified_gmt>2024-04-01 09:00:00</wp:post_modified_gmt>${fields}</item>`;
const wxr = (items: string, head = '') => `<?xml version="1.0" encoding="UTF-8" ?>${head}
<rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>B</title><link>https://blog.org</link>
<wp:base_blog_url>https://blog.org</wp:base_blog_url>${items}</channel></rss>`;
/** The later element counts for these. */
const changed = (from: string, to: string) => item('').replace(from, to);
const wordpress = (items: string) => readWordPress(wxr(items), around);
const body = (html: string) => changed('<p>Words.</p>', html);

describe('MOVE-7: an export of WordPress', () => {
  it('makes learnings of posts, with what WordPress knows of them', () => {
    const attachment = `<item><title>x</title><wp:post_id>13</wp:post_id><wp:post_type>attachment</wp:post_type><wp:status>inherit</wp:status>
      <wp:attachment_url>https://blog.org/a.png</wp:attachment_url><wp:postmeta><wp:meta_key>_wp_attachment_image_alt</wp:meta_key><wp:meta_value><![CDATA[A view]]></wp:meta_value></wp:postmeta></item>`;
    const { notes, refused } = wordpress(
      item(`<category domain="category" nicename="sql"><![CDATA[SQL]]></category><category domain="post_tag" nicename="b">B &amp;amp; C</category>
        <category domain="category" nicename="uncategorized">Uncategorized</category><category domain="post_format" nicename="aside">Aside</category>
        <wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>13</wp:meta_value></wp:postmeta>`) +
        attachment,
    );
    expect(refused).toEqual([]);
    expect(notes).toMatchObject([
      {
        path: 'blog.org/?p=12',
        called: 'a-post',
        values: {
          title: 'A & post',
          description: 'In brief',
          content: '![A view](https://blog.org/a.png)\n\nWords.',
          tags: ['SQL', 'B &amp; C'],
          slug: 'a-post',
          former_slugs: ['/2024/03/a-post'],
          created_at: at('2024-03-14T10:30Z'),
          updated_at: at('2024-04-01T09:00Z'),
          published_at: at('2024-03-14T10:30Z'),
        },
        paths: ['2024/03/a-post'],
      },
    ]);
    expect(notes[0]?.told).toEqual([]);
  });

  it.each([
    ['>publish<', '>future<', at('2024-03-14T10:30Z'), []],
    ['>publish<', '>draft<', null, []],
    ['>publish<', '>pending<', null, ['It comes as a draft: it waits for a review there.']],
    ['>publish<', '>private<', null, ['It comes as a draft: it is private there.']],
    ['>post<', '>page<', null, ['It comes as a draft: it is a page there.']],
    [
      '</item>',
      '<wp:post_password><![CDATA[x]]></wp:post_password></item>',
      null,
      ['It comes as a draft: it has a password there.'],
    ],
  ])('shows nobody what not everybody was shown: %s is %s', (from, to, publishedAt, told) => {
    const [note] = wordpress(changed(from, to)).notes;
    expect(note?.values.published_at).toBe(publishedAt);
    expect(note?.told.filter(({ sort }) => sort === 'value').map(({ words }) => words)).toEqual(
      told,
    );
  });

  it('leaves away what was thrown away and what plugins keep, and tells it', () => {
    const items = [
      changed('>publish<', '>trash<'),
      changed('>post<', '>product<'),
      changed('>post<', '>product<'),
      changed('>post<', '>nav_menu_item<'),
    ];
    expect(wordpress(items.join(''))).toEqual({
      notes: [],
      refused: [
        { path: "items in the state 'trash'", why: '1 in all' },
        { path: "items of the type 'product'", why: '2 in all' },
      ],
    });
  });

  it.each([
    [
      'paragraphs without blocks',
      'One\ntwo\n\n<ul>\n<li>a</li>\n</ul>\nthree',
      'One  \ntwo\n\n- a\n\nthree',
    ],
    ['blocks', '<!-- wp:paragraph -->\n<p>One\ntwo</p>\n<!-- /wp:paragraph -->', 'One two'],
    ['code without blocks', '<pre>a\n\n  b</pre>\nc', '```\na\n\n  b\n```\n\nc'],
    ['code in a shortcode', 'a\n[code lang="js"]x < y\n\nz[/code]', 'a\n\n```js\nx < y\n\nz\n```'],
    [
      'a caption',
      '[caption id="x" width="3"]<img src="https://a.org/a.png" alt="A" /> Words[/caption]',
      '![A](https://a.org/a.png)\n\nWords',
    ],
    ['what it would embed', '[embed]https://a.org/v_1_2[/embed]', 'https://a.org/v_1_2'],
  ])('reads %s', (_, html, content) => {
    expect(wordpress(body(html)).notes[0]?.values.content).toBe(content);
  });

  it('keeps shortcodes as text, and tells them', () => {
    const [note] = wordpress(
      body('<p>[gallery ids="1,2"] [my_map] [1] [sic]</p><pre>[gallery]</pre>'),
    ).notes;
    expect(note?.values.content).toContain(
      '\\[gallery ids="1,2"\\] \\[my\\_map\\] \\[1\\] \\[sic\\]',
    );
    expect(note?.told.filter(({ sort }) => sort === 'program').map(({ words }) => words)).toEqual([
      'The shortcode [gallery] stays as text.',
      'The shortcode [my_map] stays as text.',
    ]);
  });

  it('links its posts to each other, and gives whole addresses to what stays there', () => {
    const html =
      '<a href="http://www.blog.org/2024/03/b/">b</a> <a href="/shop/">c</a> <img src="https://blog.org/wp-content/a.png">';
    const other = changed('a-post/', 'b/').replace('>12<', '>13<').replace('A & post', 'B');
    const [note] = linkNotes(wordpress(body(html) + other).notes, (it) => it);
    expect(note?.values.content).toBe(
      '[[b]] [c](https://blog.org/shop/) ![](https://blog.org/wp-content/a.png)',
    );
    expect(note?.told.map(({ sort }) => sort)).toEqual(['remote picture']);
  });

  it('resolves no entities of a file, and says where its XML is damaged', () => {
    const laughs = '<!DOCTYPE x [<!ENTITY a "lol"><!ENTITY b "&a;&a;">]>';
    expect(() => readWordPress(wxr(item(''), laughs), around)).toThrow(
      'It declares entities of its own',
    );
    const secret = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>';
    expect(() => readWordPress(wxr(item(''), secret), around)).toThrow(
      'It declares entities of its own',
    );
    expect(() => readWordPress(wxr('<item></itm>'), around)).toThrow(
      /Its XML is damaged in line 3: /,
    );
    expect(() => readWordPress(wxr('<a>'.repeat(100_000)), around)).toThrow(/Its XML/);
    expect(isWordPress('<rss><channel></channel></rss>')).toBe(false);
  });
});

describe('MOVE-7: exports among other files', () => {
  const files = (given: Readonly<Record<string, string>>) =>
    gatherFiles(
      'it',
      Object.entries(given).map(([path, text]) => {
        const bytes = new TextEncoder().encode(text);
        return { path, size: bytes.length, changedAt: 0, read: () => bytes };
      }),
      around,
      mostOfFiles,
    );
  const json = JSON.stringify({ db: [{ data: { posts: [post({})], posts_tags: [] } }] });

  it('are known by their names, and a file alone by what is in it', () => {
    expect(files({ 'x.json': json }).posts).toHaveLength(1);
    expect(files({ 'x.xml': wxr(item('')) }).posts).toHaveLength(1);
    const { posts, files: notes } = files({
      'a.md': 'x',
      'package.json': json,
      'b.ghost.2024.json': json,
      'feed.xml': wxr(item('')),
      'b.WordPress.2024.xml': wxr(item('')),
    });
    expect([posts.length, notes.length]).toEqual([2, 1]);
  });

  it('that cannot be read are refused with a word', () => {
    expect(() => files({ 'x.xml': '<rss>' })).toThrow(
      'it: it is no export of Ghost (JSON) or WordPress (XML)',
    );
    expect(() => files({ 'x.xml': wxr('<item>') })).toThrow(/^it: Its XML is damaged/);
    expect(files({ 'a.md': 'x', 'b.wordpress.xml': wxr('<item>') }).refused).toEqual([
      { path: 'b.wordpress.xml', why: expect.stringContaining('Its XML is damaged') },
    ]);
  });
});
