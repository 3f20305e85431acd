import { expect, it } from 'vitest';
import { pastedMarkdown } from '../../../src/features/writing/pasted-markdown.ts';

const cases: readonly (readonly [string, string, string | null])[] = [
  [
    'a page',
    '<h2>Why</h2><p>It <b>matters</b>, see <a href="https://a.example/b">here</a>.</p><ul><li>one</li><li>two<ul><li>three</li></ul></li></ul>',
    '## Why\n\nIt **matters**, see [here](https://a.example/b).\n\n- one\n- two\n  - three',
  ],
  [
    'code, with its language',
    '<p>Run</p><pre><code class="language-js">const a = 1;\n</code></pre>',
    'Run\n\n```js\nconst a = 1;\n```',
  ],
  [
    'Google Docs, where all of it is in a bold that is none',
    '<meta charset="utf-8"><b style="font-weight:normal" id="docs-internal-guid-1"><p><span style="font-weight:400">Plain, </span><span style="font-weight:700">bold</span><span style="font-style:italic"> and slanted</span></p></b>',
    'Plain, **bold** *and slanted*',
  ],
  [
    'a spreadsheet',
    '<google-sheets-html-origin><style>td {border: 1px}</style><table><tbody><tr><td>Name</td><td>Figure</td></tr><tr><td>a|b</td><td>1</td></tr></tbody></table></google-sheets-html-origin>',
    '| Name | Figure |\n| --- | --- |\n| a\\|b | 1 |',
  ],
  [
    'tasks and what is gone',
    '<ul><li><input type="checkbox" checked> done</li><li><input type="checkbox"> <del>not</del></li></ul>',
    '- [x] done\n- [ ] ~~not~~',
  ],
  [
    'words that would mean a tag, a sign or a formula',
    '<p><b>a</b> &lt;b&gt; &amp;amp; $x$ https://a.example/b_c_d</p>',
    '**a** \\<b> \\&amp; \\$x$ https://a.example/b_c_d',
  ],
  ['a numbered list', '<ol start="3"><li>c</li><li>d</li></ol>', '3. c\n4. d'],
  [
    'a picture, and one within the clipboard',
    '<p><img src="https://a.example/p.png" alt="A"><img src="data:image/png;base64,AA" alt="B"></p>',
    '![A](https://a.example/p.png)B',
  ],
  ['scripts and styles', '<script>alert(1)</script><style>p{}</style><p><em>a</em></p>', '*a*'],
  [
    'an editor of code, whose plain words are as good',
    '<meta charset="utf-8"><div style="font-family: monospace"><div><span style="color: #f00">const</span> a = *b*;</div></div>',
    null,
  ],
];

it.each(cases)('WRITE-6: what was copied from %s', (_, html, markdown) => {
  expect(pastedMarkdown(html)).toBe(markdown);
});
