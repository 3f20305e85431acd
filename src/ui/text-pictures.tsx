import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { EnlargedLater } from './enlarged-later.tsx';
import { useEnlarged } from './use-enlarged.ts';

/**
 * Enlarges the pictures of a text that is HTML, which are buttons there (ui/fit-html.ts). One listener does it for all of them:
 * they are no components.
 */
export function TextPictures({ text }: { text: RefObject<HTMLElement | null> }) {
  const { enlarged, enlarge, close } = useEnlarged();
  const [shown, setShown] = useState<{ src: string; title: string } | null>(null);

  useLayoutEffect(() => {
    const element = text.current;
    const press = ({ target }: MouseEvent) => {
      const button = target instanceof Element ? target.closest('[data-picture]') : null;
      if (button !== null) enlarge(String(picturesOf(element).indexOf(button)));
    };
    element?.addEventListener('click', press);
    return () => element?.removeEventListener('click', press);
  });

  // Also after Forward, which no click precedes.
  useEffect(() => {
    const image = picturesOf(text.current)[Number(enlarged ?? Number.NaN)]?.querySelector('img');
    if (image) setShown({ src: image.src, title: image.alt });
  }, [enlarged, text]);

  useLayoutEffect(() => {
    const element = text.current;
    const again = () => {
      for (const image of element?.querySelectorAll('img') ?? [])
        if (image.complete && image.naturalWidth === 0) image.setAttribute('src', image.src);
    };
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [text]);

  if (shown === null) return null;
  return <EnlargedLater {...shown} open={enlarged !== null} onClose={close} />;
}

function picturesOf(text: HTMLElement | null): Element[] {
  return [...(text?.querySelectorAll('[data-picture]') ?? [])];
}
