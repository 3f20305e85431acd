import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { askBeforeLeaving } from '../../lib/ask-before-leaving.ts';
import type { Failure } from '../../lib/failure.ts';
import { DOUBLE_TAP_MS } from '../../lib/limits.ts';
import type { Instant } from '../../lib/millis.ts';
import { uuid } from '../../lib/uuid.ts';
import type { KeptMessage } from './kept-messages.ts';
import {
  asSent,
  type MessageField,
  type MessageProblem,
  type MessageText,
  messageFields,
  messageProblem,
  noText,
} from './message-rules.ts';
import { keptMessages, messageSender, startSendingMessages } from './message-sender.ts';

interface Form {
  readonly key: string;
  readonly text: MessageText;
  readonly problem: MessageProblem | null;
}

const emptyForm = (): Form => ({ key: uuid(), text: noText, problem: null });

/** The draft that was typed in last; an empty form if there is none. */
function lastForm(): Form {
  const draft = keptMessages.list().findLast((one) => one.state === 'draft');
  return draft?.state === 'draft' ? draft : emptyForm();
}

const isBlank = (text: MessageText) => messageFields.every((field) => text[field] === '');

/** The contact form: its text, which is stored with each letter, and what became of the messages of this device. */
export function useMessageForm() {
  const [form, setForm] = useState(lastForm);
  const [opened] = useState(Date.now);
  const submitted = useRef<Instant>(0);
  const { messages, failure } = useMessages();
  useEffect(startSendingMessages, []);

  const refused = messages.find((one) => one.state === 'draft' && one.problem !== null);
  const own = messages.find((one) => one.key === form.key);
  // What was refused while the form was empty comes back into it; what another tab has sent from the same draft leaves it.
  if (refused?.state === 'draft' && isBlank(form.text) && form.key !== refused.key)
    setForm(refused);
  if (own?.state === 'waiting' && isSame(own.text, asSent(form.text))) setForm(emptyForm());

  const isUnsafe = messages.some((one) => one.state === 'waiting' && !one.isOnDevice);
  useEffect(() => {
    if (!isUnsafe) return;
    let onSent = () => {};
    void askBeforeLeaving(new Promise<void>((resolve) => (onSent = resolve)));
    return () => onSent();
  }, [isUnsafe]);

  function type(field: MessageField, value: string): void {
    const text = { ...form.text, [field]: value };
    const held = keptMessages.read(form.key);
    // Another tab has sent it: this is a new one.
    const key = held === null || held.state === 'draft' ? form.key : uuid();
    setForm({ key, text, problem: null });
    const draft = { state: 'draft', at: Date.now(), text, problem: null } as const;
    keptMessages.put(key, isBlank(text) ? null : draft);
  }

  /** @returns the field that is to be mended; null if the message is on its way */
  function submit(event: FormEvent<HTMLFormElement>): string | null {
    event.preventDefault();
    // The second tap of a double tap finds the form empty.
    if (isBlank(form.text) && Date.now() - submitted.current < DOUBLE_TAP_MS) return null;
    const website = new FormData(event.currentTarget).get('website');
    const text = asSent({ ...form.text, website: typeof website === 'string' ? website : '' });
    const problem = messageProblem(text);
    if (problem !== null) {
      setForm({ ...form, problem });
      return problem.field;
    }
    submitted.current = Date.now();
    const held = keptMessages.read(form.key);
    const key = held === null || held.state === 'draft' ? form.key : uuid();
    setForm(emptyForm());
    const at = submitted.current;
    keptMessages.put(key, { state: 'waiting', at, messageId: uuid(), text, later: null });
    messageSender.ask();
    return null;
  }

  return { ...form, isOnDevice: own?.isOnDevice ?? true, messages, failure, opened, type, submit };
}

function isSame(one: MessageText, other: MessageText): boolean {
  return messageFields.every((field) => one[field] === other[field]);
}

interface Messages {
  readonly messages: readonly KeptMessage[];
  readonly failure: Failure | null;
}

const none: Messages = { messages: [], failure: null };

/** As they are now: the same object until something changes. */
let known: Messages | null = null;

function knownMessages(): Messages {
  known ??= { messages: keptMessages.list(), failure: messageSender.failure() };
  return known;
}

function onMessages(listener: () => void): () => void {
  const tell = () => {
    known = null;
    listener();
  };
  const ends = [keptMessages.onChange(tell), messageSender.onChange(tell)];
  // Something may have changed while nobody listened.
  tell();
  return () => {
    for (const end of ends) end();
  };
}

/** The messages of this device, live. */
function useMessages(): Messages {
  return useSyncExternalStore(onMessages, knownMessages, () => none);
}
