import { useId, useRef } from 'react';
import { MINUTE_MS } from '../../lib/limits.ts';
import { shortened } from '../../lib/shortened.ts';
import { site } from '../../site.config.ts';
import { useNow } from '../../ui/use-now.ts';
import { ContactField } from './contact-field.tsx';
import { ContactFrame, messageBox, sendButton } from './contact-frame.tsx';
import { MailLink } from './mail-link.tsx';
import { NOT_STORED_WORDS, problemWords, sentWords, waitingWords } from './message-words.ts';
import { useIsHeard } from './use-is-heard.ts';
import { useMessageForm } from './use-message-form.ts';

/** INBOX-7: the coral page with a form that sends. */
export function MessagePage() {
  return (
    <ContactFrame words="What you write here reaches my inbox, also if you have no network now.">
      <MessageForm />
    </ContactFrame>
  );
}

function MessageForm() {
  const { text, problem, isOnDevice, messages, failure, opened, type, submit } = useMessageForm();
  const isHeard = useIsHeard();
  const problemId = useId();
  const form = useRef<HTMLFormElement>(null);
  const now = useNow(MINUTE_MS);
  const field = (name: 'name' | 'email' | 'subject' | 'message') => ({
    name,
    value: text[name],
    readOnly: !isHeard,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      type(name, currentTarget.value),
    'aria-invalid': problem?.field === name,
    'aria-describedby': problem?.field === name ? problemId : undefined,
  });
  const sent = messages.findLast((one) => one.state === 'sent');
  const waiting = messages.flatMap((one) => (one.state === 'waiting' ? [one] : []));

  return (
    <div className="before-falling grid max-w-[40rem] gap-5">
      <form
        ref={form}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          const wrong = submit(event);
          if (wrong !== null) form.current?.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus();
        }}
      >
        <ContactField label="Name" autoComplete="name" {...field('name')} />
        <ContactField label="Email" type="email" autoComplete="email" {...field('email')} />
        <ContactField label="Subject (Optional)" {...field('subject')} />
        <ContactField label="Message" rows={6} {...field('message')} />
        {/* No person sees it: what fills it is a program. */}
        <div aria-hidden="true" className="absolute size-px overflow-hidden [clip-path:inset(50%)]">
          <label>
            Website <input name="website" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
        {problem !== null && (
          <p id={problemId} role="alert" className={messageBox}>
            {problemWords(problem)}
          </p>
        )}
        {!isOnDevice && <p className={messageBox}>{NOT_STORED_WORDS}</p>}
        <button type="submit" disabled={!isHeard} className={sendButton}>
          Send Message
        </button>
      </form>
      <div role="status" className="grid gap-3 empty:hidden">
        {waiting.map((one) => (
          <p key={one.key} className={messageBox}>
            {waitingWords(one, failure, now)}
            <span dir="auto" className="mt-1 block text-small wrap-anywhere">
              {shortened(one.text.message, EXCERPT)}
            </span>
          </p>
        ))}
        {waiting.length === 0 && sent !== undefined && (
          <p className={messageBox}>{sentWords(sent.at, opened, now)}</p>
        )}
      </div>
      <noscript>
        <p className={messageBox}>The form needs JavaScript.</p>
      </noscript>
      <p>
        Or write an e-mail to <MailLink email={site.contactCard.email} />.
      </p>
    </div>
  );
}

/** Of a message that waits, in characters. */
const EXCERPT = 80;
