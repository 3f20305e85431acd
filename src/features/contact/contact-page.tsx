import { useState } from 'react';
import { partLater } from '../../ui/part-later.tsx';
import { ContactField } from './contact-field.tsx';
import { ContactFrame, messageBox, sendButton } from './contact-frame.tsx';
import { keepUnsent, type UnsentText, unsentFields, unsentText } from './unsent-text.ts';
import { useIsHeard } from './use-is-heard.ts';

const UnsentWays = partLater(async () => (await import('./unsent-ways.tsx')).UnsentWays);

/** CONTACT-1: a coral page whose form doesn't send anything, and says so, before and after (CONTACT-2). */
export function ContactPage() {
  const isHeard = useIsHeard();
  const [text, setText] = useState(unsentText);
  const [isKept, setKept] = useState(true);
  const [isAnswered, setAnswered] = useState(false);
  const field = (name: keyof UnsentText) => ({
    name,
    value: text[name],
    readOnly: !isHeard,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => {
      const next = { ...text, [name]: value };
      setText(next);
      setKept(keepUnsent(next));
    },
  });
  return (
    <ContactFrame words="The inbox isn’t built yet, so this form goes nowhere for now.">
      <form
        className="before-falling grid max-w-[40rem] gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          setAnswered(true);
        }}
        noValidate
      >
        <ContactField label="Name" autoComplete="name" {...field('name')} />
        <ContactField label="Email" type="email" autoComplete="email" {...field('email')} />
        <ContactField label="Subject" {...field('subject')} />
        <ContactField label="Message" rows={6} {...field('message')} />
        <button type="submit" disabled={!isHeard} className={sendButton}>
          Send Message
        </button>
        <Answer text={isAnswered ? text : null} isKept={isKept} />
      </form>
    </ContactFrame>
  );
}

/** What a press of the button did. @param props.text null until it was pressed */
function Answer({ text, isKept }: { text: UnsentText | null; isKept: boolean }) {
  return (
    <div className="grid gap-3">
      <p role="status" className={text === null ? 'sr-only' : messageBox}>
        {text !== null && <span>{nothingSent(text, isKept)}</span>}
      </p>
      {text !== null && <UnsentWays text={text} />}
    </div>
  );
}

function nothingSent(text: UnsentText, isKept: boolean): string {
  if (unsentFields.every((field) => text[field].trim() === ''))
    return 'Nothing was sent: there is no inbox yet.';
  return isKept
    ? 'Nothing was sent: there is no inbox yet. Your text is kept here.'
    : 'Nothing was sent: there is no inbox yet. This browser can’t store your text, so copy it before you leave.';
}
