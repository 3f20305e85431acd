import type { OwnersWords } from '../../content/profile/owners-words.ts';
import { Card } from '../../ui/card.tsx';
import { Note } from '../../ui/note.tsx';
import { NewTabLink } from '../../ui/text-link.tsx';
import { LastSeen } from './last-seen.tsx';
import { readableProfile } from './readable-profile.ts';

/** HOME-3, DIFF-11: what the introduction leaves to say of the owner. */
export function ProfileCard({ words }: { words: OwnersWords }) {
  const profile = readableProfile(words);
  if (profile === null) return <Note line="plain">Unable to load profile information</Note>;
  const links = words.social.slice(1);
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 p-6 @2xl:px-10">
      <h2 className="sr-only">Profile</h2>
      <div className="grid gap-1">
        <p className="max-w-[60ch] text-muted">{profile.description}</p>
        <LastSeen />
      </div>
      {links.length > 0 && (
        <ul className="flex flex-wrap gap-x-4">
          {links.map(({ label, href }) => (
            <li key={href} className="flex min-h-11 items-center">
              <NewTabLink href={href}>{label}</NewTabLink>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
