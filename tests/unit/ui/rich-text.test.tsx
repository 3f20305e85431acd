import '../../support/dompurify-in-happy-dom.ts';

import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { RichText } from '../../../src/ui/rich-text.tsx';
import { safeHtml } from '../../../src/ui/safe-html.ts';
import { ToastProvider } from '../../../src/ui/toast.tsx';
import { hostileDetails, whatSurvived } from '../../support/hostile-details.ts';
import { render } from '../../support/site.tsx';

function parse(html: string): HTMLElement {
  const root = document.createElement('div');
  root.innerHTML = html;
  return root;
}
const safe = (html: string) => parse(safeHtml(html));

describe('X2 DIFF-5: nothing is left of hostile details that could act', () => {
  it('in more than 150 tricks', () => {
    expect(hostileDetails.length).toBeGreaterThan(300);
    expect(new Set(hostileDetails.map(({ html }) => html)).size).toBeGreaterThan(300);
  });

  it.each(hostileDetails)('$name', ({ html }) => {
    const root = safe(html);
    expect(whatSurvived(root)).toEqual([]);
    // A second parse gives the same result.
    expect(whatSurvived(parse(root.innerHTML))).toEqual([]);
  });
});

describe('the judge of these tests', () => {
  it.each([
    '<script>1</script>',
    '<p onclick="x">x</p>',
    '<a href="javascript:x">x</a>',
    '<a href="//evil.example">x</a>',
    '<img src="data:image/svg+xml,x">',
    '<p class="fixed">x</p>',
    '<h1>x</h1>',
    '<svg></svg>',
    '<div role="alert">x</div>',
  ])('finds %s', (html) => {
    expect(whatSurvived(parse(html)).length).toBe(1);
  });
});

describe('links in details', () => {
  it.each(['https://example.com/a?b=c#d', 'http://example.com', ' HTTPS://example.com/ '])(
    'to %j open in a new tab, and say so',
    (address) => {
      const link = safe(`<a href="${address}">words</a>`).querySelector('a')!;
      expect(link.getAttribute('href')).toBe(address.trim());
      expect(link.target).toBe('_blank');
      expect(link.getAttribute('rel')).toBe('noopener noreferrer');
      expect(link.textContent).toBe('words (opens in a new tab)');
    },
  );

  it('to a mailbox say nothing of a tab', () => {
    const link = safe('<a href="mailto:a@example.com?subject=Hello there">write</a>').querySelector(
      'a',
    )!;
    expect(link.getAttribute('href')).toBe('mailto:a@example.com?subject=Hello there');
    expect(link.getAttribute('rel')).toBe('noopener noreferrer');
    expect(link.target).toBe('_blank');
    expect(link.textContent).toBe('write');
  });

  it('to a page of this site stay in the tab', () => {
    const link = safe('<a href="/learnings/x" target="_blank">words</a>').querySelector('a')!;
    expect(link.getAttribute('href')).toBe('/learnings/x');
    expect(link.hasAttribute('target')).toBe(false);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', '//example.com', '#part', 'page', ''])(
    'to %j are plain text',
    (address) => {
      const root = safe(`<p>some <a href="${address}">very <b>good</b> words</a></p>`);
      expect(root.querySelector('a')).toBeNull();
      expect(root.innerHTML).toBe('<p>some very <b>good</b> words</p>');
    },
  );
});

describe('pictures in details', () => {
  const image = (html: string) => safe(html).querySelector('img')!;

  it('are loaded late, without telling where they are shown', () => {
    const shown = image('<img src="https://example.com/a.png" loading="eager">');
    expect(shown.getAttribute('loading')).toBe('lazy');
    expect(shown.getAttribute('referrerpolicy')).toBe('no-referrer');
    expect(shown.getAttribute('alt')).toBe('');
  });

  it('keep a size in pixels, which holds their place', () => {
    const shown = image('<img src="/a.png" alt="A" width="640" height="360">');
    expect([shown.getAttribute('width'), shown.getAttribute('height')]).toEqual(['640', '360']);
    expect(shown.getAttribute('alt')).toBe('A');
  });

  it.each([
    'width="640"',
    'height="360"',
    'width="100%" height="50%"',
    'width="0" height="0"',
    'width="1" height="9999"',
    'width="9999" height="1"',
    'width="99999" height="99999"',
    'width="-5" height="5"',
    '',
  ])('with the size %j get a box instead', (size) => {
    const shown = image(`<img src="/a.png" ${size}>`);
    expect(shown.hasAttribute('width') || shown.hasAttribute('height')).toBe(false);
  });

  it('from nowhere become their words', () => {
    expect(safe('<p>a <img src="data:image/png;base64,x" alt="cat"></p>').innerHTML).toBe(
      '<p>a cat</p>',
    );
  });
});

describe('headings in details', () => {
  const tags = (html: string) => [...safe(html).children].map((element) => element.localName);
  it.each([
    ['<h1>a</h1><h2>b</h2><h1>c</h1>', ['h2', 'h3', 'h2']],
    ['<h2>a</h2><h3>b</h3>', ['h2', 'h3']],
    ['<h3>a</h3>', ['h2']],
    ['<h1>a</h1><h4>b</h4>', ['h2', 'h3']],
    [
      '<h1>a</h1><h2>b</h2><h3>c</h3><h4>d</h4><h5>e</h5><h6>f</h6>',
      ['h2', 'h3', 'h4', 'h5', 'h6', 'h6'],
    ],
  ])('of %s leave the page its one h1 and no gap', (html, expected) => {
    expect(tags(html)).toEqual(expected);
    expect(safe(html).textContent).toBe(parse(html).textContent);
  });
});

describe('details', () => {
  it('keep what prose consists of', () => {
    const prose =
      '<p>a <strong>b</strong> <em>c</em> <code>d</code></p><ul><li>e</li></ul><ol start="3"><li>f</li></ol><blockquote><p>g</p></blockquote><pre><code>h\n  i</code></pre><hr><figure><figcaption>j</figcaption></figure>';
    expect(safeHtml(prose)).toBe(prose);
  });

  it('keep the words of what goes, but not what was never to be read', () => {
    expect(safeHtml('<section><p>a</p></section><font color="red">b</font>')).toBe('<p>a</p>b');
    expect(safeHtml('<script>a</script><style>b</style><p>c</p>')).toBe('<p>c</p>');
    expect(safeHtml('plain words, 1 < 2 & 3')).toBe('plain words, 1 &lt; 2 &amp; 3');
  });

  it('put a table into a box that scrolls by keyboard too', () => {
    const box = safe('<table><caption>Prices</caption><tr><td>1</td></tr></table>')
      .firstElementChild!;
    expect(box.getAttribute('tabindex')).toBe('0');
    expect(box.getAttribute('aria-label')).toBe('Prices');
    expect(box.firstElementChild?.localName).toBe('table');
  });

  it('are shown as prose; where nothing is left to see, what stands in is', () => {
    const text = (html: string) => (
      <MemoryRouter>
        <ToastProvider>
          <RichText html={html} empty="none" />
        </ToastProvider>
      </MemoryRouter>
    );
    const { container, rerender } = render(text('<p>a</p>'));
    expect(container.querySelector('.prose')?.innerHTML).toBe('<p>a</p>');
    for (const html of ['', '  ', '<p></p>', '<p> </p><br>', '<script>x</script>', '<!-- x -->']) {
      rerender(text(html));
      expect(container.textContent).toBe('none');
    }
    rerender(text('<img src="/a.png">'));
    expect(container.querySelectorAll('img').length).toBe(1);
  });
});
