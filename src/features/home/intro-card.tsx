import type { OwnersWords } from '../../content/profile/owners-words.ts';
import { useContent } from '../../engine/index.ts';
import { site } from '../../site.config.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { homeContent } from './home-content.ts';

/** The greeting, a quote by a US president, and the button to the project of the day. */
export function IntroCard({ words: { greeting, introduction, quote } }: { words: OwnersWords }) {
  return (
    <Card className="flex flex-col gap-6 p-6 @2xl:p-10">
      <PageHeading title="Home" size="display">
        {greeting}
      </PageHeading>
      <p className="max-w-[56ch] text-prose text-muted">{introduction}</p>
      <figure className="max-w-[56ch] border-l-2 border-hairline pl-4">
        <blockquote className="text-prose">“{quote.words}”</blockquote>
        <figcaption className="mt-1 text-small text-muted">
          {[quote.by, quote.source].filter((it) => it !== '').join(', ')}
        </figcaption>
      </figure>
      <LfgButton />
    </Card>
  );
}

/**
 * HOME-1, FIRST-3: leads to one project, under any address that it has or had. Where there is none it would lead to an error. Its
 * room stays, so nothing moves when the projects arrive.
 */
function LfgButton() {
  const content = useContent(homeContent.projects);
  const { lfgTarget } = site;
  const address = lfgTarget.slice('/projects/'.length);
  const isThere =
    content.state === 'ready' &&
    content.items.some(({ slug, id, formerSlugs }) =>
      [slug, id, ...formerSlugs].some((it) => it === address || encodeURIComponent(it) === address),
    );
  return (
    <div className="mt-auto min-h-11">
      {isThere && (
        <ButtonLink to={lfgTarget} look="loud">
          LFG
        </ButtonLink>
      )}
    </div>
  );
}
