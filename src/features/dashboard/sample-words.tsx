import { type OwnProfile, theProfile } from '../../content/profile/profile.ts';
import { useContent } from '../../engine/index.ts';
import { counted } from '../../lib/in-words.ts';
import { Card } from '../../ui/card.tsx';

/** What the build has found, of a site with a hosted backend (vite.config.ts). */
declare const __SAMPLES_LEFT__: readonly string[];

/** What the profile of the site has in the place of a value of the configuration. */
const inProfile: Readonly<Record<string, keyof OwnProfile>> = {
  'profile.name': 'name',
  'profile.image': 'image',
  'profile.description': 'description',
  greeting: 'greeting',
  introduction: 'introduction',
  social: 'links',
};

/** FIRST-2: the values of the sample that nothing has replaced, with their names in `src/site.config.ts`. */
export function SampleWords({ built = __SAMPLES_LEFT__ }: { built?: readonly string[] }) {
  const content = useContent(theProfile);
  const [own] = content.state === 'ready' ? content.items : [];
  const left = built.filter((line) => {
    const column = inProfile[line.replace(/[,:].*/s, '')];
    return own === undefined || column === undefined || own[column] === null;
  });
  if (left.length === 0) return null;
  return (
    <Card className="px-4 xs:px-5">
      <details>
        <summary className="py-3">
          {counted(left.length, 'value')} of the sample {left.length === 1 ? 'is' : 'are'} still on
          this site
        </summary>
        <div className="grid max-w-[65ch] gap-2 pb-4 text-small">
          <p>
            Put your own into <code>src/site.config.ts</code>, by hand or by{' '}
            <code>npm run setup</code>, and build the site again.
          </p>
          <ul className="grid list-disc gap-1 pl-5 break-words">
            {left.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      </details>
    </Card>
  );
}
