import type { OnDevice } from './use-contents.ts';

/** Says that nothing was found, and whether everything was searched. */
export function NothingFound({ query, state }: { query: string; state: OnDevice['state'] }) {
  return (
    <div className="grid content-start gap-1 px-5 py-4">
      <p className="line-clamp-3 font-semibold">Nothing here matches “{query}”.</p>
      <p className={`text-muted ${state === 'partly' ? 'after-wait' : ''}`}>{advice[state]}</p>
    </div>
  );
}

const advice: Readonly<Record<OnDevice['state'], string>> = {
  all: 'All of the site was searched. Fewer words may find more, or the beginning of one.',
  partly: 'The content is still on its way to this device. What arrives is searched at once.',
  failed:
    'Not all of the content has reached this device yet, so only part of the site could be searched.',
};
