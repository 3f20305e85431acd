import type { OwnersWords } from '../../content/profile/owners-words.ts';
import type { AboutItem } from '../../content/search/groups.ts';
import { site } from '../../site.config.ts';

/** The owner's words on Home and the card on Contact, which no list of the content holds. */
export function aboutItems({
  profile,
  greeting,
  introduction,
  quote,
  social,
}: OwnersWords): readonly AboutItem[] {
  const { email, location, hours } = site.contactCard;
  const { name, status, description } = profile;
  const joined = (...texts: readonly string[]) => texts.filter(Boolean).join(' · ');
  return [
    { id: 'profile', title: name, text: joined(status, description), to: '/', reveal: name },
    { id: 'greeting', title: greeting, text: introduction, to: '/', reveal: greeting },
    {
      id: 'quote',
      title: `“${quote.words}”`,
      text: joined(quote.by, quote.source),
      to: '/',
      reveal: quote.words,
    },
    ...social.map(({ label, href }) => ({
      id: href,
      title: label,
      text: href,
      to: '/',
      reveal: label,
    })),
    {
      id: 'contact',
      title: 'Contact information',
      text: joined(email, location, hours),
      to: '/contact',
      reveal: email,
    },
  ];
}
