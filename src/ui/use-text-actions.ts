import { type RefObject, useLayoutEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { copyText } from '../lib/copy-text.ts';
import { withinSite } from '../lib/in-site.ts';
import { isPagePath } from '../lib/page-address.ts';
import { useToast } from './toast.tsx';

/**
 * What one can do in a text that is HTML: its links to the site lead there without a load, those to its own parts
 * too, and its buttons copy code. One
 * listener does it for all of them: they are no components.
 */
export function useTextActions(text: RefObject<HTMLElement | null>): void {
  const navigate = useNavigate();
  const toast = useToast();
  const { hash, state } = useLocation();
  useLayoutEffect(() => {
    const element = text.current;
    async function copy(code: string) {
      try {
        await copyText(code);
        toast({ title: 'Code copied' });
      } catch {
        toast({ title: 'Not copied: your browser blocked copying', look: 'danger' });
      }
    }
    function press(event: MouseEvent) {
      if (!(event.target instanceof Element)) return;
      const code = event.target.closest('button')?.closest('[data-code]')?.querySelector('code');
      // Pasted into a terminal, a last line break would run the command.
      if (code) void copy((code.textContent ?? '').replace(/\n$/, ''));
      const link = event.target.closest('a');
      const address = link?.getAttribute('href') ?? '';
      if (link?.target !== '' || isForBrowser(event)) return;
      if (address.startsWith('#')) {
        event.preventDefault();
        // The browser would scroll before the router could remember the place for Back.
        navigate(address, { state, replace: hash === address || hash === encodeURI(address) });
        focusOn(address.slice(1));
        return;
      }
      if (!address.startsWith('/')) return;
      const [path = ''] = withinSite(address).split(/[?#]/);
      if (!isPagePath(path)) return;
      event.preventDefault();
      navigate(withinSite(address));
    }
    element?.addEventListener('click', press);
    return () => element?.removeEventListener('click', press);
  }, [text, navigate, toast, hash, state]);
}

/** As a browser does on the way to a part of the page: the keyboard goes on from there. */
function focusOn(id: string): void {
  const target = document.getElementById(id);
  if (target === null) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/** A new tab, a download, a menu: as with every link, the browser knows what these keys mean. */
function isForBrowser(event: MouseEvent): boolean {
  const { button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented } = event;
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey || defaultPrevented;
}
