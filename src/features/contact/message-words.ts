import type { Failure } from '../../lib/failure.ts';
import { dayAndTime, inThousands } from '../../lib/in-words.ts';
import { MESSAGE_EMAIL_LENGTH, MESSAGE_LENGTH, MESSAGE_LINE_LENGTH } from '../../lib/limits.ts';
import type { Instant } from '../../lib/millis.ts';
import type { WaitingMessage } from './kept-messages.ts';
import type { MessageField, MessageProblem } from './message-rules.ts';

/** What the contact form says of a message. Each sentence is true of this device at that moment. */

const named: Readonly<Record<MessageField, { what: string; most: number }>> = {
  name: { what: 'the name', most: MESSAGE_LINE_LENGTH },
  email: { what: 'the e-mail address', most: MESSAGE_EMAIL_LENGTH },
  subject: { what: 'the subject', most: MESSAGE_LINE_LENGTH },
  message: { what: 'the message', most: MESSAGE_LENGTH },
};

export function problemWords({ field, why }: MessageProblem): string {
  const of = named[field as MessageField];
  // A newer server may have fields of its own.
  if (of === undefined) return 'Not taken. Your text is kept here.';
  const reason = {
    empty: `${of.what} is missing`,
    long: `${of.what} has more than ${inThousands(of.most)} characters`,
    unfit: `${of.what} isn’t valid`,
  }[why];
  return `Not taken: ${reason}. Your text is kept here.`;
}

const laterReasons: Readonly<Record<string, string>> = {
  sender: 'the inbox takes five messages an hour from one connection',
  email: 'the inbox takes five messages an hour from one e-mail address',
  everybody: 'the inbox takes no more messages today',
  full: 'the inbox is full',
  closed: 'the inbox is closed at the moment',
};

export function waitingWords(
  { isOnDevice, later }: Pick<WaitingMessage, 'isOnDevice' | 'later'>,
  failure: Failure | null,
  now: Instant,
): string {
  if (!isOnDevice)
    return 'Your message isn’t sent yet, and this browser can’t store it. Leave this page open: it is sent when there is a network.';
  if (later !== null && later.until > now) {
    const why = laterReasons[later.why] ?? 'the inbox takes none at the moment';
    return `Not taken yet: ${why}. Your message waits on this device and is tried again from ${dayAndTime(later.until, now)}.`;
  }
  if (failure === null) return 'Sending your message …';
  if (failure.kind === 'unreachable')
    return 'Your message waits on this device and is sent when there is a network and this site is open.';
  return 'The inbox can’t take messages at the moment. Yours waits on this device and is tried again.';
}

/** @param opened when the page was: what was sent since needs no time */
export function sentWords(at: Instant, opened: Instant, now: Instant): string {
  return at >= opened ? 'Sent.' : `Sent ${dayAndTime(at, now)}.`;
}

/** Where typed text is not stored. */
export const NOT_STORED_WORDS =
  'This browser can’t store what you type. Leave this page open until it is sent.';
