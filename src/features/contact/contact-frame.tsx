import type { ReactNode } from 'react';
import { site } from '../../site.config.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Falling } from './falling.tsx';
import { MailLink } from './mail-link.tsx';

export const sendButton =
  'min-h-11 justify-self-start rounded-control border border-transparent bg-on-contact px-6 font-semibold text-contact transition-opacity hover:opacity-90';

export const otherButton =
  'inline-flex min-h-11 items-center rounded-control border-2 border-on-contact bg-contact px-4 font-semibold wrap-anywhere transition-opacity hover:opacity-75';

export const messageBox =
  'rounded-card border-2 border-on-contact bg-contact px-4 py-3 font-medium';

/** The coral page (FRAME-4): what the form does, the form, and a card beside it. */
export function ContactFrame({ words, children }: { words: string; children: ReactNode }) {
  const { email, location, hours } = site.contactCard;
  return (
    <div className="relative isolate [--color-focus:var(--color-on-contact)] min-h-[calc(100dvh-3.5rem)] overflow-hidden md:min-h-dvh bg-contact text-on-contact">
      <Falling />
      <div className="@container/column relative grid max-w-[105rem] gap-10 px-4 pt-8 pb-16 xs:px-6 lg:px-10 lg:pt-12 print:p-0">
        <div className="before-falling grid max-w-[40rem] gap-3">
          <PageHeading title="Contact" size="display">
            Say hello
          </PageHeading>
          <h2 className="text-h3 font-semibold tracking-normal">{words}</h2>
        </div>
        <div className="grid items-start gap-10 @3xl/column:grid-cols-[minmax(0,1fr)_18rem]">
          {children}
          <aside
            aria-label="Contact information"
            className="rounded-card border-2 border-on-contact bg-contact p-5"
          >
            <dl className="grid gap-4">
              <Info term="Email">
                <MailLink email={email} className="inline-flex min-h-11 items-center" />
              </Info>
              <Info term="Location">{location}</Info>
              <Info term="Hours">{hours}</Info>
            </dl>
          </aside>
        </div>
      </div>
    </div>
  );
}

function Info({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-small font-semibold">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
