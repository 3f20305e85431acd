/** The owner's words and choices. Everything here is meant to be changed. */

export interface Profile {
  readonly name: string;
  readonly image: string;
  readonly status: string;
  readonly description: string;
}

export interface SiteConfig {
  readonly brand: string;
  readonly tagline: string;
  /** What search engines, chats and app stores show about the site, in a sentence or two. */
  readonly description: string;
  readonly greeting: string;
  readonly introduction: string;
  /** HOME-1: of a US president. */
  readonly quote: { readonly words: string; readonly by: string; readonly source: string };
  /** Where the LFG button leads: one project's page. While there is no such project, there is no button. */
  readonly lfgTarget: `/projects/${string}`;
  readonly profile: Profile;
  readonly social: readonly { readonly label: string; readonly href: `https://${string}` }[];
  /**
   * What the contact form does: 'nothing', and it says so, or it sends messages to an 'inbox' that only admins read
   * (docs/inbox.md).
   */
  readonly contact: 'nothing' | 'inbox';
  /** The card beside the contact form. */
  readonly contactCard: {
    readonly email: string;
    readonly location: string;
    readonly hours: string;
  };
  /** Where a day of the content begins: an IANA name, such as `Europe/Berlin`. Everybody is shown the same date. */
  readonly timeZone: string;
  /** Who holds a live connection to the server. All others poll, which takes up no connection. */
  readonly realtime: 'everyone' | 'admins';
  /** Whether the music player loads when it comes into view, or only on a tap. */
  readonly player: 'lazy' | 'tap';
  /** Called with every defect of the program: the place to notify an error service. */
  readonly reportDefect: (error: unknown) => void;
}

export const site = {
  brand: 'Fieldnotes',
  tagline: 'Learning AI by building with it',
  description:
    'An open notebook about building with AI: projects, learnings, tools and what is on repeat meanwhile.',
  greeting: 'I build things with AI and write down what happens.',
  introduction:
    'This is the open notebook: half-finished projects, tools that earned their keep, and the learnings that survived contact with reality.',
  quote: {
    words: 'It is hard to fail, but it is worse never to have tried to succeed.',
    by: 'Theodore Roosevelt',
    source: '26th US president, “The Strenuous Life”, 1899',
  },
  lfgTarget: '/projects/fieldnotes',
  profile: {
    name: 'Robin Fielding',
    image: '/pictures/profile.svg',
    status: 'Learning AI',
    description:
      'Product person turned tinkerer. Ships small, breaks things on purpose and keeps notes so that you can skip the boring mistakes.',
  },
  social: [
    { label: 'GitHub', href: 'https://github.com' },
    { label: 'LinkedIn', href: 'https://www.linkedin.com' },
  ],
  contact: 'nothing',
  contactCard: {
    email: 'hello@example.com',
    location: 'Somewhere with good coffee',
    hours: 'Mostly mornings',
  },
  timeZone: 'UTC',
  realtime: 'everyone',
  player: 'lazy',
  reportDefect: (_error: unknown) => {},
} as const satisfies SiteConfig;
