import { secureContext } from '../../lib/secure-context.ts';
import { openMessages } from './kept-messages.ts';
import { postMessage } from './post-message.ts';
import { createMessageSender } from './send-messages.ts';

/** The messages of this device, and what sends them: one of each in a page. */
export const keptMessages = openMessages(() => localStorage);

export const messageSender = createMessageSender({
  kept: keptMessages,
  post: postMessage,
  locks: () => secureContext.locks,
  now: Date.now,
  chance: Math.random,
});

let isStarted = false;

/** Sends what waits, now and whenever there may be a network again. */
export function startSendingMessages(): void {
  messageSender.ask();
  if (isStarted) return;
  isStarted = true;
  window.addEventListener('online', messageSender.ask);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') messageSender.ask();
  });
}
