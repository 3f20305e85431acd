import { nameOfHome } from '../../content/profile/name-of-home.ts';
import type { OwnersWords } from '../../content/profile/owners-words.ts';
import { Card } from '../../ui/card.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Portrait } from './portrait.tsx';
import { readableProfile } from './readable-profile.ts';
import { WaysOn } from './ways-on.tsx';

/** Who speaks (HOME-8), the greeting, a quote by a US president, and the ways on. */
export function IntroCard({ words }: { words: OwnersWords }) {
  const { greeting, introduction, quote, social } = words;
  const profile = readableProfile(words);
  return (
    <Card className="flex flex-col gap-6 p-6 @2xl:p-10">
      {profile !== null && (
        <div className="flex items-center gap-4">
          <Portrait image={profile.image} name={profile.name} />
          <p className="min-w-0">
            <span className="font-semibold">{profile.name}</span>
            <span aria-hidden="true" className="mx-1.5 text-muted">
              ·
            </span>
            <span className="text-muted">{profile.status}</span>
          </p>
        </div>
      )}
      <PageHeading title={nameOfHome(words, 'Home')} size="display">
        {greeting}
      </PageHeading>
      <div className="grid gap-6 @3xl:grid-cols-2 @3xl:gap-12">
        <p className="max-w-[56ch] text-prose text-muted">{introduction}</p>
        <figure className="max-w-[56ch] self-start border-l-2 border-hairline pl-4">
          <blockquote className="text-prose">“{quote.words}”</blockquote>
          <figcaption className="mt-1 text-small text-balance text-muted">
            {[quote.by, quote.source].filter((it) => it !== '').join(', ')}
          </figcaption>
        </figure>
      </div>
      <WaysOn first={social[0]} />
    </Card>
  );
}
