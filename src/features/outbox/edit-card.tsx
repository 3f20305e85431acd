import type { ReactNode } from 'react';
import { ageInWords } from '../../lib/in-words.ts';
import type { Instant } from '../../lib/millis.ts';
import { Button, type ButtonLook } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

/** An edit, a refusal or a conflict: its title, its time, its changes and its actions. */
export function EditCard({
  title,
  state,
  at,
  now,
  attempts = null,
  children,
  actions,
}: {
  title: string;
  /** A chip. */
  state?: ReactNode;
  at: Instant;
  now: Instant;
  attempts?: string | null;
  children: ReactNode;
  actions: ReactNode;
}) {
  return (
    <li data-card>
      <Card className="grid gap-3 p-5">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <h3 tabIndex={-1} className="text-h3">
            {title}
          </h3>
          {state}
        </div>
        <p className="-mt-2 text-micro font-medium text-muted tabular-nums">
          <time dateTime={isoOf(at)}>{ageInWords(at, now)}</time>
          {attempts !== null && <span>{` · ${attempts}`}</span>}
        </p>
        {children}
        <div className="flex flex-wrap gap-3 pt-1 print:hidden">{actions}</div>
      </Card>
    </li>
  );
}

/** Times in an imported file may be any number. */
function isoOf(time: Instant): string | undefined {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** A button of a card; its accessible name includes what the card is about. */
export function CardButton({
  about,
  look,
  onClick,
  children,
}: {
  about: string;
  look?: ButtonLook;
  onClick: () => void;
  children: string;
}) {
  return (
    <Button {...(look && { look })} onClick={onClick}>
      {children}
      <span className="sr-only"> {about}</span>
    </Button>
  );
}
