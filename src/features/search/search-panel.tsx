import {
  type KeyboardEvent,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { findHits, useFound } from '../../content/search/use-found.ts';
import { isForInputMethod } from '../../lib/input-method.ts';
import { QUERY_LENGTH } from '../../lib/limits.ts';
import type { UpTo } from '../../ui/growing-list.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { Wish } from '../../ui/use-reveal.ts';
import type { FoundPage } from './group-titles.ts';
import { ResultList } from './result-list.tsx';
import { type Result, toResults } from './results.ts';
import { setSlashOpensSearch, slashOpensSearch } from './slash-key.ts';
import type { Searchable } from './use-contents.ts';
import { useContents } from './use-contents.ts';

/**
 * A combobox over its list: the focus stays in the field, the arrows move through the results, and Enter opens
 * the field's `aria-activedescendant`, which is the best result at first.
 */
export function SearchPanel({
  pages,
  onClose,
}: {
  pages: readonly FoundPage[];
  onClose: () => void;
}) {
  const [typed, setTyped] = useState('');
  const [wanted, setWanted] = useState<string | null>(null);
  /** The query whose best result is to be opened as soon as it is found. */
  const [entered, setEntered] = useState<string | null>(null);
  const { contents, state } = useContents(pages);
  const { query, hits, isWhole } = useFound(typed, contents);
  const results = useMemo(() => toResults(hits, contents), [hits, contents]);
  const go = useGo(onClose);
  const listId = useId();
  useCloseOnNavigation(onClose);

  const isAll = state !== 'partly' && isWhole;
  const awaited = entered !== null && entered === query && isWhole ? results[0] : undefined;
  useEffect(() => {
    if (awaited !== undefined) go(awaited);
    else if (isAll) setEntered(null);
  }, [awaited, isAll, go]);

  // If the active result disappears, the best one is active again.
  const place = Math.max(
    results.findIndex(({ key }) => key === wanted),
    0,
  );
  const active = results[place];
  const idOf = ({ key }: Result) => `${listId} ${key}`.replaceAll(/\s/g, '-');

  const onKeyDown = (event: KeyboardEvent) => {
    if (isForInputMethod(event.nativeEvent)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && results.length > 0) {
      event.preventDefault();
      setWanted(results.at((place + step) % results.length)?.key ?? null);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      // The results shown are for an older query.
      const best =
        query === typed.trim() ? active : toResults(findHits(typed.trim(), contents), contents)[0];
      if (best !== undefined) go(best);
      else if (!isAll) setEntered(typed.trim());
    }
  };

  return (
    <div className="flex h-[min(38rem,calc(100dvh-2rem-2px))] w-160 max-w-full flex-col">
      <div className="flex items-center gap-1 border-b-2 border-hairline py-1.5 pr-1.5 pl-4 has-[input:focus-visible]:border-focus">
        <span className="text-muted">
          <Icon name="search" />
        </span>
        <input
          type="text"
          inputMode="search"
          enterKeyHint="go"
          role="combobox"
          aria-label="Search the site"
          aria-autocomplete="list"
          aria-expanded={results.length > 0}
          aria-controls={listId}
          aria-activedescendant={active === undefined ? undefined : idOf(active)}
          placeholder="Search everything here..."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={QUERY_LENGTH}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setWanted(null);
            setEntered(null);
          }}
          onKeyDown={onKeyDown}
          className="min-h-11 min-w-0 flex-1 rounded-control bg-transparent px-3 text-body outline-none placeholder:text-muted"
        />
        <IconButton label="Close search" icon={<Icon name="close" />} onClick={onClose} />
      </div>
      <p
        role="status"
        // Without results the message below is shown instead.
        className={hits.length === 0 ? 'sr-only' : 'px-5 pt-3 text-small text-muted empty:pt-0'}
      >
        {query !== '' && countOf(hits.length, results.length)}
      </p>
      {results.length === 0 ? (
        <NothingFound query={query} state={state === 'all' && !isWhole ? 'partly' : state} />
      ) : (
        <ResultList
          id={listId}
          results={results}
          active={active}
          idOf={idOf}
          onActive={({ key }) => setWanted(key)}
          onGo={go}
        />
      )}
      <SlashSwitch />
    </div>
  );
}

/** At the foot: people whose dictation has opened the search by mistake are here. */
function SlashSwitch() {
  const [isOn, setOn] = useState(slashOpensSearch);
  return (
    <label className="mt-auto flex min-h-11 items-center gap-3 border-t border-hairline px-5 text-small text-muted">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ currentTarget: { checked } }) => {
          setSlashOpensSearch(checked);
          setOn(checked);
        }}
        className="size-5 accent-accent"
      />
      The / key opens the search
    </label>
  );
}

function countOf(found: number, shown: number): string {
  if (found === 0) return 'No results';
  if (found === 1) return '1 result';
  return shown < found ? `${found} results, the best ${shown} shown` : `${found} results`;
}

/** Back and forward show another page, which the dialog would cover. */
function useCloseOnNavigation(onClose: () => void): void {
  const { key } = useLocation();
  const first = useRef(key);
  useEffect(() => {
    if (first.current !== key) onClose();
  }, [key, onClose]);
}

/** Says that nothing was found, and whether everything was searched. */
function NothingFound({ query, state }: { query: string; state: Searchable['state'] }) {
  return (
    <div className="grid content-start gap-1 px-5 py-4">
      <p className="line-clamp-3 font-semibold">Nothing here matches “{query}”.</p>
      <p className={`text-muted ${state === 'partly' ? 'after-wait' : ''}`}>{advice[state]}</p>
    </div>
  );
}

const advice: Readonly<Record<Searchable['state'], string>> = {
  all: 'The whole site was searched. Try fewer words, or just the beginning of one.',
  partly: 'Content is still loading, and is searched as it arrives.',
  failed:
    'Not all of the content has reached this device yet, so only part of the site could be searched.',
};

/** Opens a result. The dialog closes first, because while it is open nothing behind it can be focused. */
function useGo(onClose: () => void): (result: Result) => void {
  const navigate = useNavigate();
  return useCallback(
    ({ way: { to, leaves, reveal = null, upTo = null } }) => {
      onClose();
      if (leaves === true) window.open(to(), '_blank', 'noopener,noreferrer');
      else navigate(to(), { state: { reveal, upTo } satisfies Wish & UpTo });
    },
    [navigate, onClose],
  );
}
