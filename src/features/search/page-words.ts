import type { SearchedPage } from '../../content/search/groups.ts';
import { site } from '../../site.config.ts';

/** What stands on the pages themselves, beside the content: their headings. tests/unit/ui/search.test.tsx reads them there. */
const headings: Readonly<Record<string, readonly string[]>> = {
  '/': [
    site.brand,
    site.tagline,
    site.description,
    'Latest learnings',
    'AI friends',
    'Currently Listening',
    'Friends of the notebook',
  ],
  '/contact': [
    'Say hello',
    'Send Message',
    site.contact === ('inbox' as string)
      ? 'What you write here reaches my inbox, also if you have no network now.'
      : 'The inbox isn’t built yet, so this form goes nowhere for now.',
  ],
  '/offline': ['Content', 'This device', 'New since your last visit', 'Sync now'],
};

export function withHeadings(page: SearchedPage): SearchedPage {
  return { ...page, headings: headings[page.id] ?? [] };
}
