import type { OwnersWords } from '../../../src/content/profile/owners-words.ts';
import type { PublicPage } from '../../../src/features/head/public-page.ts';
import { shortDate } from '../../../src/lib/in-words.ts';
import { ownersDay } from '../../../src/lib/owner-days.ts';
import { site } from '../../../src/site.config.ts';

/** What the picture of a preview says. */
export interface PreviewWords {
  /** Where the page belongs; null beside a title that says so. */
  readonly of: string | null;
  readonly title: string;
  readonly text: string;
  /** Who and when. */
  readonly facts: string;
}

/** The title of Home's is the owner's name: a chat says the site's in the line below. */
export function previewWords(page: PublicPage, { profile }: OwnersWords): PreviewWords {
  const { item, above, name, description } = page;
  if (above === null)
    return { of: null, title: profile.name, text: description, facts: site.tagline };
  if (item === null) return { of: null, title: name, text: description, facts: profile.name };
  const { createdAt } = item.kind === 'project' ? item.project : item.learning;
  const day = createdAt === null ? [] : [shortDate(ownersDay(createdAt))];
  return {
    of: above.name,
    title: name,
    text: description,
    facts: [profile.name, ...day].join(' · '),
  };
}
