import { site } from '../site.config.ts';
import { PageColumn } from '../ui/page-column.tsx';
import { Spinner } from '../ui/spinner.tsx';

/** A page that is still loading. It has no heading, so that the focus waits on `main` for the real one. */
export function Loading({ title, words }: { title: string; words: string }) {
  return (
    <PageColumn>
      <title>{`${title} · ${site.brand}`}</title>
      <Spinner label={words} labelShown />
    </PageColumn>
  );
}
