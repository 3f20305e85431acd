import type { ReactNode } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { EARLIER_WORDS } from './told-words.ts';
import type { Asking } from './use-told.ts';

/** What the server has told, once it has, or why it has not. */
export function WhenTold<Answer>({
  asked,
  again,
  loading,
  children,
}: {
  asked: Asking<Answer>;
  again: () => void;
  /** What is being loaded. */
  loading: string;
  children: (answer: Answer) => ReactNode;
}) {
  switch (asked.state) {
    case 'asking':
      return <Spinner label={loading} labelShown />;
    case 'failed':
      return <Alert action={<Button onClick={again}>Try again</Button>}>{asked.words}</Alert>;
    case 'told':
      return (
        <>
          {asked.isEarlier && <Note line="plain">{EARLIER_WORDS}</Note>}
          {children(asked.answer)}
        </>
      );
    default:
      return asked satisfies never;
  }
}
