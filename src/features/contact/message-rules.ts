import { isInvisible } from '../../lib/invisible.ts';
import { MESSAGE_EMAIL_LENGTH, MESSAGE_LENGTH, MESSAGE_LINE_LENGTH } from '../../lib/limits.ts';

/** What a visitor types. `website` is the field that no person sees. */
export interface MessageText {
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly message: string;
  readonly website: string;
}

export const noText: MessageText = { name: '', email: '', subject: '', message: '', website: '' };

export const messageFields = ['name', 'email', 'subject', 'message'] as const;

export type MessageField = (typeof messageFields)[number];

/** What is wrong with a field, as the database says it, too. */
export interface MessageProblem {
  readonly field: string;
  readonly why: 'empty' | 'long' | 'unfit';
}

const most: Readonly<Record<MessageField, number>> = {
  name: MESSAGE_LINE_LENGTH,
  email: MESSAGE_EMAIL_LENGTH,
  subject: MESSAGE_LINE_LENGTH,
  message: MESSAGE_LENGTH,
};

/** The first thing that the database would refuse; null if there is none. It counts signs, as Postgres does, not half ones. */
export function messageProblem(text: MessageText): MessageProblem | null {
  for (const field of messageFields) {
    const value = text[field];
    if ([...value].length > most[field]) return { field, why: 'long' };
    if (field !== 'subject' && isInvisible(value)) return { field, why: 'empty' };
    if (field === 'email' && !/^[^\s\p{Cc}@]+@[^\s\p{Cc}@]+$/u.test(value.trim()))
      return { field, why: 'unfit' };
  }
  return null;
}

/** As it can be sent: what Postgres cannot store would be refused for ever. */
export function asSent(text: MessageText): MessageText {
  const { name, email, subject, message, website } = text;
  return {
    name: storableText(name),
    email: storableText(email).trim(),
    subject: storableText(subject),
    message: storableText(message),
    website: storableText(website),
  };
}

/** Without U+0000, and with U+FFFD for half a sign. */
function storableText(text: string): string {
  return text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\uFFFD');
}
