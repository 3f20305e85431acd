import type { Content } from '../engine/index.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { type Toast, useToast } from '../ui/toast.tsx';

type Make = typeof import('./item-markdown.ts');

const copied: Toast = { title: 'Copied as Markdown' };
const refused: Toast = {
  title: 'Not copied: the browser does not let this page copy',
  detail: 'You can allow it in the browser’s settings for this site.',
  look: 'danger',
};
const outOfReach: Toast = {
  title: 'Not copied: this part of the site isn’t on your device yet',
  detail: 'It takes a connection once.',
  look: 'danger',
};

/**
 * Copies an item as the Markdown that the build has at its address with `.md`. What makes it is loaded on the first press.
 *
 * @param props.markdown makes the text; null while a part of it is not known yet
 */
export function CopyMarkdown({ markdown }: { markdown: ((make: Make) => string) | null }) {
  const toast = useToast();

  async function copy() {
    if (markdown === null) {
      toast({ title: 'Still loading. Please try again in a moment.' });
      return;
    }
    const text = import('./item-markdown.ts').then(markdown);
    const blob = text.then((words) => new Blob([words], { type: 'text/plain' }));
    try {
      // Safari lets a page copy only in the press itself, so the text is promised there and comes later.
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
      toast(copied);
    } catch {
      toast(
        await text.then(
          () => refused,
          () => outOfReach,
        ),
      );
    }
  }

  return (
    <Button look="bare" className="-mr-3 text-muted" onClick={() => void copy()}>
      <Icon name="copy" className="size-4" />
      Copy as Markdown
    </Button>
  );
}

/** What a list holds, for the text; null while it is not known. */
export function known<Item>(content: Content<Item>): readonly Item[] | null {
  if (content.state === 'ready') return content.items;
  return content.state === 'empty' || content.state === 'unreadable' ? [] : null;
}
