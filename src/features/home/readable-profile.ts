import * as v from 'valibot';
import type { OwnersWords } from '../../content/profile/owners-words.ts';

const visible = v.pipe(v.string(), v.trim(), v.nonEmpty());
const profileSchema = v.object({
  name: visible,
  image: v.string(),
  status: visible,
  description: visible,
});

/** HOME-3: the profile is fixed, so only a missing entry can fail. @returns null then */
export function readableProfile({ profile }: OwnersWords): OwnersWords['profile'] | null {
  const reading = v.safeParse(profileSchema, profile);
  return reading.success ? reading.output : null;
}
