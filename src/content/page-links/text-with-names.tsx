import { useMemo } from 'react';
import { fitMarkdown } from '../../ui/fit-markdown.ts';
import { MarkedText } from '../../ui/marked-text.tsx';
import { pagesByName } from './item-pages.ts';
import { useItemPages } from './use-item-pages.ts';

/** A Markdown text whose links by name lead to their pages, as soon as all items of the device are known. */
export function TextWithNames({
  html,
  of,
  isAmongOthers,
}: {
  html: string;
  of: string;
  isAmongOthers: boolean;
}) {
  const pages = useItemPages();
  const fit = useMemo(() => {
    const named = pagesByName(pages ?? []);
    const pageNamed = (name: string) => named(name)?.address() ?? null;
    return fitMarkdown(html, of, { isAmongOthers, pageNamed });
  }, [pages, html, of, isAmongOthers]);
  return <MarkedText html={fit} />;
}
