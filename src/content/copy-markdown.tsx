import type { Content } from '../engine/index.ts';
import { copyText } from '../lib/copy-text.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { type Toast, useToast } from '../ui/toast.tsx';

type Make = typeof import('./item-markdown.ts');

const copied: Toast = { title: 'Copied as Markdown' };
const refused: Toast = {
  title: 'Not copied: your browser blocked copying',
  detail: 'You can allow it in your browser’s settings for this site.',
  look: 'danger',
};
const outOfReach: Toast = {
  title: 'Not copied: this part of the site isn’t on your device yet',
  detail: 'You need to be online the first time.',
  look: 'danger',
};

/**
 * Copies an item as Markdown, the same text that the build serves at its address plus `.md`. The code that makes it loads on
 * the first press.
 *
 * @param props.markdown makes the text; null while part of it is still loading
 */
export function CopyMarkdown({ markdown }: { markdown: ((make: Make) => string) | null }) {
  const toast = useToast();

  async function copy() {
    if (markdown === null) {
      toast({ title: 'Still loading. Please try again in a moment.' });
      return;
    }
    const text = import('./item-markdown.ts').then(markdown);
    try {
      await copyText(text);
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

/** The items of a list, for the text; null while they are still loading. */
export function known<Item>(content: Content<Item>): readonly Item[] | null {
  if (content.state === 'ready') return content.items;
  return content.state === 'empty' || content.state === 'unreadable' ? [] : null;
}
