import { whenIdle } from '../lib/when-idle.ts';

/** Sends what a visitor has written by the contact form and this device still keeps, whatever page is open. */
export function sendWaitingMessages(): void {
  whenIdle(() => {
    import('../features/contact/message-sender.ts').then(
      ({ startSendingMessages }) => startSendingMessages(),
      // Without a network: the next page tries again.
      () => {},
    );
  });
}
