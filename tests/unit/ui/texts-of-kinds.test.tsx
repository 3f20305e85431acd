import '../../support/rare-syntax.ts';
import '../../support/dompurify-in-happy-dom.ts';

import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { markdownHtml } from '../../../src/content/markdown/markdown-html.ts';
import { ProjectDetails } from '../../../src/content/projects/project-details.tsx';
import { textRules } from '../../../src/content/text-rules-of-kinds.ts';
import { ChatterPage } from '../../../src/features/chatter/chatter-page.tsx';
import { ResourcesPage } from '../../../src/features/resources/resources-page.tsx';
import { ToolsPage } from '../../../src/features/tools/tools-page.tsx';
import { fitMarkdown } from '../../../src/ui/fit-markdown.ts';
import { ToastProvider } from '../../../src/ui/toast.tsx';
import { hostileDetails, whatSurvived } from '../../support/hostile-details.ts';
import { show, synced } from '../../support/site.tsx';

const ids = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
const row = (place: number, more: object) => ({ id: ids[place], created_at: null, ...more });

function parse(html: string): HTMLElement {
  const root = document.createElement('div');
  root.innerHTML = html;
  return root;
}

describe('CHATTER-1: the text of a commentary', () => {
  const content = '# Why\n\n[Up](#why), and `<b>`.[^1]\n\n- one\n\n[^1]: Note';
  const rows = ids.map((_, place) => row(place, { title: `T${place}`, content, image_url: null }));

  it('is Markdown below its title, and no id on the page is there twice', () => {
    const { container } = show(<ChatterPage />, synced({ commentaries: rows as never }));
    expect(screen.getAllByRole('heading', { level: 3, name: 'Why' })).toHaveLength(2);
    const named = [...container.querySelectorAll('[id]')].map(({ id }) => id);
    expect(new Set(named).size).toBe(named.length);
    const [first, second] = screen.getAllByRole('link', { name: 'Up' });
    expect(first?.getAttribute('href')).toBe(`#h-${ids[0]}-why`);
    expect(named).toContain(second?.getAttribute('href')?.slice(1));
    expect(screen.getAllByText('<b>').map((it) => it.localName)).toEqual(['code', 'code']);
  });
});

describe('TOOLS-3: the bio of a tool', () => {
  it('is Markdown, whose links can be pressed', () => {
    const tool = row(0, {
      name: 'T',
      bio: '**Fast**, see [docs](https://x.org/docs) <b>',
      tag: 'x',
    });
    show(
      <ToolsPage />,
      synced({ ai_tools: [{ ...tool, hyperlink: 'https://x.org', picture: null }] as never }),
    );
    const link = screen.getByRole('link', { name: /docs/ });
    expect(link.getAttribute('href')).toBe('https://x.org/docs');
    expect(screen.getByText('Fast').localName).toBe('strong');
    expect(link.closest('p')?.textContent).toContain('<b>');
  });
});

describe('RESOURCES-6: the description of a resource', () => {
  it('is words on its card', () => {
    const resource = row(0, {
      title: 'R',
      description: '# Why\n\n- *see* [docs](https://x.org/docs) <b>',
      type: 'text',
    });
    show(<ResourcesPage />, synced({ resources: [resource] as never }));
    const card = within(screen.getByRole('listitem', { name: '' }));
    expect(card.getByText(/^Why\s+see docs <b>$/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: /docs/ })).toBeNull();
  });
});

describe('PROJECT-1: details', () => {
  const detailsOf = (details: string) =>
    show(
      <ToastProvider>
        <ProjectDetails details={details} of="a" />
      </ToastProvider>,
      synced(),
    ).container;

  it('are HTML as before, or Markdown', () => {
    expect(detailsOf('<p>a *b*</p>').querySelector('.prose')?.innerHTML).toBe('<p>a *b*</p>');
    expect(detailsOf('a *b*').querySelector('.prose')?.innerHTML).toBe('<p>a <em>b</em></p>');
    expect(detailsOf('# A').querySelector('h2')?.id).toBe('h-a');
  });

  it.each(['&nbsp;', '[a]: /b', '<!-- x -->', '#'])('are none where they are %j', (details) => {
    detailsOf(details);
    expect(screen.getByText('No details provided for this project yet.')).toBeTruthy();
  });
});

describe('X2 DIFF-5: hostile texts of these kinds', () => {
  it('leave nothing that could act', () => {
    for (const { name, html } of hostileDetails) {
      for (const text of [html, `# a\n\n[a](/b) ${html}`]) {
        for (const rules of [textRules.commentary, textRules.details]) {
          const page = parse(fitMarkdown(markdownHtml(text, rules), 'a', { isAmongOthers: true }));
          for (const it of page.querySelectorAll('[data-code], [id], input, [role]')) {
            if (it.closest('[data-code]') !== null) it.closest('[data-code]')?.remove();
            it.removeAttribute('id');
            it.removeAttribute('role');
          }
          for (const it of page.querySelectorAll('a[href^="#h-a-"]'))
            it.replaceWith(...it.childNodes);
          expect([name, whatSurvived(page)]).toEqual([name, []]);
        }
      }
    }
  });
});
