import { site } from '../../site.config.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

/** The greeting, a quote by a US president, and the button to the project of the day. */
export function IntroCard() {
  const { greeting, introduction, quote, lfgTarget } = site;
  return (
    <Card className="flex flex-col gap-6 p-6 @2xl:p-10">
      <PageHeading title="Home" size="display">
        {greeting}
      </PageHeading>
      <p className="max-w-[56ch] text-prose text-muted">{introduction}</p>
      <figure className="max-w-[56ch] border-l-2 border-hairline pl-4">
        <blockquote className="text-prose">“{quote.words}”</blockquote>
        <figcaption className="mt-1 text-small text-muted">
          {quote.by}, {quote.source}
        </figcaption>
      </figure>
      <div className="mt-auto">
        <ButtonLink to={lfgTarget} look="loud">
          LFG
        </ButtonLink>
      </div>
    </Card>
  );
}
