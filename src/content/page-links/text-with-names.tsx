import { useMemo } from 'react';
import { MarkedText } from '../../ui/marked-text.tsx';
import { pagesByName } from './item-pages.ts';
import { useItemPages } from './use-item-pages.ts';

/** A Markdown text whose links by name lead to their pages, as soon as all items of the device are known. */
export function TextWithNames(props: { html: string; of: string; isAmongOthers?: boolean }) {
  const pages = useItemPages();
  const pageNamed = useMemo(() => {
    const named = pagesByName(pages ?? []);
    return (name: string) => named(name)?.address() ?? null;
  }, [pages]);
  return <MarkedText {...props} pageNamed={pageNamed} />;
}
