import { describe, expect, it } from 'vitest';
import { linkNotes } from '../../../src/content/moving-in/link-notes.ts';
import { readNote } from '../../../src/content/moving-in/read-note.ts';
import { processorTime } from '../../support/processor-time.ts';

/** Jekyll's Liquid, Hugo's shortcodes and frames become Markdown, or stay as text and are told. */

const note = (text: string, path = 'a.md') => readNote({ path, text, changedAt: 0 });
const content = (text: string) => note(text).values.content;
const told = (text: string) =>
  note(text).told.map(({ sort, line, words }) => `${line} ${sort}: ${words}`);

describe('MOVE-10: a tag of a generator', () => {
  it.each([
    [
      'code of Jekyll',
      'a\n\n{% highlight js linenos %}\n{{< x >}} `b`\n```\n{% endhighlight %}\n\nc',
      'a\n\n````js\n{{< x >}} `b`\n```\n````\n\nc',
    ],
    [
      'code of Hugo',
      '{{< highlight go "linenos=table" >}}\na\n{{< / highlight >}}',
      '```go\na\n```',
    ],
    [
      'a picture',
      'a {{< figure src="/a.png" alt="A [x]" caption="B \\"c" >}}',
      'a ![A  x ](/a.png "B \\\\")',
    ],
    ['a picture with words', '{{< figure src="a.png" title="B" >}}', '![B](a.png)'],
    ['what is raw', '{% raw %}{{ x }}{% endraw %} b', '{{ x }} b'],
    ['what is shown as a tag', 'a {{</* youtube x */>}}', 'a {{< youtube x >}}'],
    [
      'addresses of the site',
      '[a]({{ site.baseurl }}/b) [c]({{ "/d" | relative_url }})',
      '[a](/b) [c](/d)',
    ],
    [
      'code',
      '`{% raw %}` {{x}}\n\n```\n{% raw %}\n{{< youtube x >}}\n```',
      '`{% raw %}` {{x}}\n\n```\n{% raw %}\n{{< youtube x >}}\n```',
    ],
  ])('that is %s becomes what Markdown has', (_, text, made) => {
    expect(content(text)).toBe(made);
    expect(told(text)).toEqual([]);
  });

  it.each([
    ['{{< youtube a_b-1 >}}', 'https://www.youtube.com/watch?v=a_b-1'],
    ['{{< youtube id="x" autoplay="true" >}}', 'https://www.youtube.com/watch?v=x'],
    ['{% youtube x %}', 'https://www.youtube.com/watch?v=x'],
    ['{{< vimeo 12 >}}', 'https://vimeo.com/12'],
    ['{{< gist me 12ab >}}', 'https://gist.github.com/me/12ab'],
    ['{% gist me/12ab %}', 'https://gist.github.com/me/12ab'],
    ['{{< tweet user="me" id="12" >}}', 'https://twitter.com/me/status/12'],
    ['{{< instagram x >}}', 'https://www.instagram.com/p/x/'],
    [
      '<iframe width="1" src="https://www.youtube.com/embed/x?y=1" allow></iframe>',
      'https://www.youtube.com/watch?v=x',
    ],
  ])('%s becomes a link, and is told', (text, address) => {
    expect(content(`a\n\n${text}`)).toBe(`a\n\n${address}`);
    expect(told(`a\n\n${text}`)).toEqual([`3 embed: ${address} is a link now.`]);
  });

  it('that says nothing here stays, and is told with its line', () => {
    const text =
      '---\ntitle: A\n---\n\n# A\n\n{% include x.html a=1 %}\n`c` {{< note >}}b{{< /note >}}\n\n{{% notice tip %}}\n{% youtube %}';
    expect(content(text)).toContain('{% include x.html a=1 %}\n`c` {{< note >}}b{{< /note >}}');
    expect(told(text)).toEqual([
      '7 program: The tag {% include x.html a=1 %} stays as text.',
      '8 program: The tag {{< note >}} stays as text.',
      '10 program: The tag {{% notice tip %}} stays as text.',
      '11 program: The tag {% youtube %} stays as text.',
    ]);
  });

  it('that names another note leads to it', () => {
    const from = note(
      '[b]({% post_url 2024-03-14-b %}) [c]({% link _posts/2024-03-15-c.md %})\n[d]({{< ref "2024-03-14-b.md#part" >}}) ![[lost]]',
      '_posts/2024-03-13-a.md',
    );
    const others = [note('# B', '_posts/2024-03-14-b.md'), note('# C', '_posts/2024-03-15-c.md')];
    const [linked] = linkNotes([from, ...others], (path) => path.slice(-4, -3));
    expect(linked?.values.content).toBe('[[b]] [[c]]\n[d](/learnings/b#h-part) ![[lost]]');
    expect(linked?.told).toEqual([{ sort: 'embed', line: 2, words: '![[lost]]' }]);
  });

  it.each([
    ['tags', '{% x '.repeat(50_000)],
    ['shortcodes', '{{< x '.repeat(50_000)],
    ['frames', '<iframe src='.repeat(50_000)],
    ['lines of tags', '{% highlight js %}\n'.repeat(20_000)],
    ['backticks', '`{%'.repeat(50_000)],
    ['fences', '```\n{% x %}\n'.repeat(20_000)],
  ])('in endless %s keeps nobody waiting', (_, text) => {
    expect(processorTime(() => note(text))).toBeLessThan(10_000_000);
  });
});
