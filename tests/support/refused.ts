import type { BrowserContext } from '@playwright/test';

/** What the Content-Security-Policy of the pages of a context refuses from now on, as `directive: address`. */
export async function noteRefusals(context: BrowserContext): Promise<string[]> {
  const refused: string[] = [];
  await context.exposeFunction('noteRefusal', (what: string) => void refused.push(what));
  await context.addInitScript(() => {
    const { noteRefusal } = window as unknown as { noteRefusal: (what: string) => void };
    document.addEventListener('securitypolicyviolation', (event) =>
      noteRefusal(`${event.effectiveDirective}: ${event.blockedURI}`),
    );
  });
  return refused;
}
