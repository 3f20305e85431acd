import type { OwnProfile } from './profile.ts';
import { profileLinks } from './profile-links.ts';

/** What of src/site.config.ts can be changed on the site. */
export interface OwnersWords {
  readonly greeting: string;
  readonly introduction: string;
  readonly quote: { readonly words: string; readonly by: string; readonly source: string };
  readonly profile: {
    readonly name: string;
    readonly image: string;
    readonly status: string;
    readonly description: string;
  };
  readonly social: readonly { readonly label: string; readonly href: string }[];
}

/** FIRST-5: the words of src/site.config.ts, with those in their place that were changed on the site. Another quote is by nobody of the old one. */
export function withOwn(own: OwnProfile, site: OwnersWords): OwnersWords {
  const { profile, quote } = site;
  return {
    greeting: own.greeting ?? site.greeting,
    introduction: own.introduction ?? site.introduction,
    quote:
      own.quote === null
        ? quote
        : { words: own.quote, by: own.quoteBy ?? '', source: own.quoteSource ?? '' },
    profile: {
      name: own.name,
      image: own.image ?? profile.image,
      status: own.status ?? profile.status,
      description: own.description ?? profile.description,
    },
    social: own.links === null ? site.social : profileLinks(own.links),
  };
}
