import type { OwnersWords } from '../../../src/content/profile/owners-words.ts';
import type { SiteConfig } from '../../../src/site.config.ts';

/**
 * FIRST-2: what a site still says in the words that the repository came with. The setup, the build and the dashboard of a site with
 * a hosted backend tell of it. What an owner may well keep is left out: the quote, the status, the time zone.
 */

/** The configuration's words, or those in their place that were changed on the site. */
export type WordsSaid = Omit<SiteConfig, 'social'> & Pick<OwnersWords, 'social'>;

const samples: readonly (readonly [
  name: string,
  said: (site: WordsSaid) => string,
  sample: string,
])[] = [
  ['brand', (it) => it.brand, 'Fieldnotes'],
  ['tagline', (it) => it.tagline, 'Learning AI by building with it'],
  [
    'description',
    (it) => it.description,
    'An open notebook about building with AI: projects, learnings, tools and what is on repeat meanwhile.',
  ],
  ['greeting', (it) => it.greeting, 'I build things with AI and write down what happens.'],
  [
    'introduction',
    (it) => it.introduction,
    'This is the open notebook: half-finished projects, tools that earned their keep, and the learnings that survived contact with reality.',
  ],
  ['lfgTarget', (it) => it.lfgTarget, '/projects/fieldnotes'],
  ['profile.name', (it) => it.profile.name, 'Robin Fielding'],
  ['profile.image', (it) => it.profile.image, '/pictures/profile.svg'],
  [
    'profile.description',
    (it) => it.profile.description,
    'Product person turned tinkerer. Ships small, breaks things on purpose and keeps notes so that you can skip the boring mistakes.',
  ],
  ['contactCard.email', (it) => it.contactCard.email, 'hello@example.com'],
  ['contactCard.location', (it) => it.contactCard.location, 'Somewhere with good coffee'],
  ['contactCard.hours', (it) => it.contactCard.hours, 'Mostly mornings'],
];

const sampleLinks = ['https://github.com', 'https://www.linkedin.com'];

/** @returns a line for each value that is left, with the name that it has in `src/site.config.ts` */
export function samplesLeft(site: WordsSaid): readonly string[] {
  const texts = samples
    .filter(([, said, sample]) => said(site).trim() === sample)
    .map(([name, , sample]) => `${name}: ${sample}`);
  const links = site.social
    .filter(({ href }) => sampleLinks.includes(href.replace(/\/+$/, '')))
    .map(({ label, href }) => `social, ${label}: ${href}`);
  return [...texts, ...links];
}
