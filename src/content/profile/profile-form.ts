import { defineForm } from '../form/form.ts';
import { defineWords } from '../form/kind-words.ts';
import type { OwnersWords } from './owners-words.ts';
import { profile } from './profile.ts';

/** It has a page of its own, and is no tab of the dashboard: there is only one. */
export const profileWords = defineWords(profile, {
  one: 'profile',
  many: 'profile',
  labels: {
    name: 'Name',
    image: 'Picture',
    status: 'Status',
    description: 'About you',
    links: 'Links',
    greeting: 'Greeting',
    introduction: 'Introduction',
    quote: 'Quote of a US president',
    quote_by: 'Quote by',
    quote_source: 'Quote from',
  },
});

/** FIRST-5. @param site what holds where a field is left empty */
export function profileForm({ profile: of, social, greeting, introduction, quote }: OwnersWords) {
  const left = (text: string) => `Left empty: ${text}`;
  const links = social.map(({ label, href }) => `${label} ${href}`).join(', ');
  return defineForm(profile, {
    one: 'profile',
    many: 'profile',
    tab: { id: 'profile', label: 'Profile' },
    fields: {
      name: { label: 'Name', hint: `Until it is saved: ${of.name}` },
      image: { label: 'Picture (Optional)' },
      status: { label: 'Status (Optional)', hint: left(of.status) },
      description: { label: 'About you (Optional)', lines: 4, hint: left(of.description) },
      links: {
        label: 'Links (Optional)',
        lines: 4,
        hint: `One a line, a name and an address. ${left(links)}`,
      },
      greeting: { label: 'Greeting (Optional)', hint: left(greeting) },
      introduction: { label: 'Introduction (Optional)', lines: 4, hint: left(introduction) },
      quote: { label: 'Quote of a US president (Optional)', lines: 2, hint: left(quote.words) },
      quote_by: { label: 'Quote by (Optional)' },
      quote_source: { label: 'Quote from (Optional)' },
    },
    missing: 'Name is required',
    about: () => [],
  });
}
