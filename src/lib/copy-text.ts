import { secureContext } from './secure-context.ts';

/**
 * Puts text on the clipboard.
 *
 * @param text may still be loading: Safari allows copying only during the press itself, so it is given the promise
 * @throws if the browser refuses, or the text cannot be had
 */
export async function copyText(text: string | Promise<string>): Promise<void> {
  const { clipboard } = secureContext;
  if (clipboard === undefined) return copySelected(await text);
  if (typeof text === 'string') return clipboard.writeText(text);
  const blob = text.then((words) => new Blob([words], { type: 'text/plain' }));
  await clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}

/** As it was done before there was a clipboard for scripts, which pages by plain http still lack. */
function copySelected(text: string): void {
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('aria-hidden', 'true');
  field.style.position = 'fixed';
  const { activeElement } = document;
  // An open dialog leaves the rest of the page without focus.
  (activeElement?.closest('dialog') ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (activeElement instanceof HTMLElement) activeElement.focus();
  if (!isCopied) throw new Error('The browser does not let this page copy.');
}
