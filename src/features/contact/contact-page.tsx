import { useState } from 'react';
import { copyText } from '../../lib/copy-text.ts';
import { site } from '../../site.config.ts';
import { useToast } from '../../ui/toast.tsx';
import { ContactField } from './contact-field.tsx';
import { ContactFrame, messageBox, otherButton, sendButton } from './contact-frame.tsx';
import { mailAddress } from './mail-address.ts';
import { keepUnsent, type UnsentText, unsentFields, unsentText } from './unsent-text.ts';
import { useIsHeard } from './use-is-heard.ts';

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

/** What a press of the button did, and how the text gets there after all. @param props.text null until it was pressed */
function Answer({ text, isKept }: { text: UnsentText | null; isKept: boolean }) {
  const toast = useToast();
  const isBlank = text === null || unsentFields.every((field) => text[field].trim() === '');
  const { email } = site.contactCard;
  const message = text === null ? '' : [text.message, text.name].filter(Boolean).join('\n\n');
  const href = text === null ? null : mailAddress(email, { subject: text.subject, message });
  const copied = text === null ? '' : [text.subject, message].filter(Boolean).join('\n\n');

  async function copy() {
    try {
      await copyText(copied);
      toast({ title: 'Message copied' });
    } catch {
      toast({ title: 'Not copied: your browser blocked copying', look: 'danger' });
    }
  }

  return (
    <div className="grid gap-3">
      <p role="status" className={text === null ? 'sr-only' : messageBox}>
        {text !== null && <span>{nothingSent(isBlank, isKept)}</span>}
      </p>
      {text !== null && (
        <div className="flex flex-wrap gap-3">
          {copied !== '' && (
            <button type="button" className={otherButton} onClick={() => void copy()}>
              Copy
            </button>
          )}
          {href !== null && (
            <a href={href} className={otherButton}>
              {`Write to ${email}${message === '' || href.includes('body=') ? '' : ' and paste it'}`}
            </a>
          )}
        </div>
      )}
    </div>
  );
}

function nothingSent(isBlank: boolean, isKept: boolean): string {
  if (isBlank) return 'Nothing was sent: there is no inbox yet.';
  return isKept
    ? 'Nothing was sent: there is no inbox yet. Your text is kept here.'
    : 'Nothing was sent: there is no inbox yet. This browser can’t store your text, so copy it before you leave.';
}
