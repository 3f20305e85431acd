import { useState } from 'react';
import * as v from 'valibot';
import type { OwnersWords } from '../../content/profile/owners-words.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Note } from '../../ui/note.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { NewTabLink } from '../../ui/text-link.tsx';
import { LastSeen } from './last-seen.tsx';

const visible = v.pipe(v.string(), v.trim(), v.nonEmpty());
const profileSchema = v.object({
  name: visible,
  image: v.string(),
  status: visible,
  description: visible,
});

/** HOME-3: the profile is fixed, so only a missing entry can fail. */
export function ProfileCard({ words: { profile, social } }: { words: OwnersWords }) {
  const reading = v.safeParse(profileSchema, profile);
  if (!reading.success) return <Note line="plain">Unable to load profile information</Note>;
  const { name, image, status, description } = reading.output;
  return (
    <Card className="flex flex-col gap-4 p-6">
      <div className="flex items-center gap-4 @3xl/column:flex-col @3xl/column:items-start">
        <Portrait image={image} name={name} />
        <div className="grid justify-items-start gap-1">
          <h2 className="text-h3">{name}</h2>
          <Chip tone="busy">{status}</Chip>
        </div>
      </div>
      <p className="text-muted">{description}</p>
      <LastSeen />
      <ul className="mt-auto flex flex-wrap gap-x-4 gap-y-1">
        {social.map(({ label, href }) => (
          <li key={href} className="flex min-h-11 items-center">
            <NewTabLink href={href}>{label}</NewTabLink>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The picture, with a spinner while it loads. */
function Portrait({ image, name }: { image: string; name: string }) {
  const [settled, setSettled] = useState(false);
  return (
    <div
      className="relative shrink-0"
      onLoadCapture={() => setSettled(true)}
      onErrorCapture={() => setSettled(true)}
    >
      <Avatar src={image} name={name} size="large" className="@3xl/column:size-40" />
      {!settled && (
        <div className="absolute inset-0 grid place-items-center">
          <Spinner label="Loading profile" />
        </div>
      )}
    </div>
  );
}
