import { JSDOM } from 'jsdom';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { FramedPage } from '../../../src/app/framed-page.tsx';
import { loadPage } from '../../../src/app/routes.tsx';
import { learnSyntax } from '../../../src/content/markdown/rare-syntax.ts';
import { tablesAndNotes } from '../../../src/content/markdown/tables-and-notes.ts';
import { type Engine, EngineProvider } from '../../../src/engine/index.ts';
import { SITE_ADDRESS } from '../../../src/lib/built-page.ts';
import { dayAndTime, shortDate } from '../../../src/lib/in-words.ts';
import { ownersDay } from '../../../src/lib/owner-days.ts';
import { loadLaterParts } from '../../../src/ui/part-later.tsx';
import { ToastProvider } from '../../../src/ui/toast.tsx';
import { highlighted } from './highlighted.ts';
import { withFormulas } from './with-formulas.ts';

learnSyntax(tablesAndNotes);

type Mirror = ReturnType<Engine['view']>['mirror'];
type Query = Parameters<Mirror['read']>[0];

export interface RenderedPage {
  /** As the page's heading gives it (src/ui/page-heading.tsx), escaped. */
  readonly title: string;
  readonly html: string;
}

/**
 * A page of the site as HTML, rendered from the components that the browser runs. Screens read the device while they are
 * rendered, so a page is rendered until every answer that it asks for is there.
 *
 * @param engine one that has everything
 * @param path an address of the site, without its base path
 * @param at.home the base path, with a slash at its end
 * @param at.address of the home page; null if the owner has not named it
 */
export async function renderPage(
  engine: Engine,
  path: string,
  { home, address: named }: { home: string; address: string | null },
): Promise<RenderedPage> {
  // As the page's head will say it: the footer reads there whether there is a feed.
  window.document.head.innerHTML = named === null ? '' : `<meta name="${SITE_ADDRESS}">`;
  const address = home.replace(/\/$/, '') + path;
  await loadPage(address, home);
  await loadLaterParts();
  const state = await engine.status();
  const known = new Map<string, unknown>();
  for (;;) {
    const asked = new Map<string, Query>();
    const held = engine.view();
    const mirror: Mirror = {
      ...held.mirror,
      peek(query) {
        const question = JSON.stringify([query.kind.table, query.where, query.limit]);
        const answer = known.get(question);
        if (answer === undefined) asked.set(question, query);
        // It was read for the same query, so it has its type. A map can't say that.
        return answer as never;
      },
      peekState: () => state,
    };
    const view = { ...held, mirror };
    const page = (
      <EngineProvider engine={{ view: () => view, onView: () => () => {} }}>
        <ToastProvider>
          <MemoryRouter basename={home} initialEntries={[address]}>
            <FramedPage page="loaded" />
          </MemoryRouter>
        </ToastProvider>
      </EngineProvider>
    );
    const html = inBrowser(() => renderToStaticMarkup(page));
    if (asked.size === 0) {
      const inColours = inBrowser(() => withFormulas(highlighted(html)));
      return parted(dated(inColours, state.freshness ?? Date.now()));
    }
    for (const [question, query] of asked) known.set(question, await engine.read(query));
  }
}

/** React puts what belongs to the head first. */
function parted(html: string): RenderedPage {
  const [head = ''] = /^(?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)*/.exec(html) ?? [];
  const title = /<title>([^<]*)<\/title>/.exec(head)?.[1] ?? '';
  return { title, html: html.slice(head.length) };
}

/** A page that is read tomorrow must not say 'today'. */
function dated(html: string, time: number): string {
  return html.replaceAll(
    `>${dayAndTime(time, time)}</time>`,
    `>${shortDate(ownersDay(time))}</time>`,
  );
}

const { window } = new JSDOM('', { url: 'https://built.invalid/' });
const browser = { window, document: window.document, navigator: window.navigator };

/**
 * Runs a job with a browser around it: some screens look at one while they are rendered. At other times there must be none,
 * as libraries decide by it where they run.
 */
export function inBrowser<T>(job: () => T): T {
  const names = Object.keys(browser);
  const held = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));
  for (const [name, value] of Object.entries(browser)) {
    Object.defineProperty(globalThis, name, { value, configurable: true });
  }
  try {
    return job();
  } finally {
    names.forEach((name, place) => {
      const before = held[place];
      if (before === undefined) Reflect.deleteProperty(globalThis, name);
      else Object.defineProperty(globalThis, name, before);
    });
  }
}
