import { useSyncExternalStore } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { slashOpensSearch, watchSlashKey } from './slash-key.ts';

const label = 'Search the site';

/** @returns the keys that open the search, and whether `/` is one */
function useShortcuts(): [string, boolean] {
  // The build makes the button for every device.
  const hasSlash = useSyncExternalStore(watchSlashKey, slashOpensSearch, () => true);
  return [`${hasSlash ? '/ ' : ''}Control+K Meta+K`, hasSlash];
}

/** Opens the search; looks like the field it leads to. */
export function SearchButton({ onClick }: { onClick: () => void }) {
  const [shortcuts, hasSlash] = useShortcuts();
  return (
    <button
      type="button"
      onClick={onClick}
      aria-haspopup="dialog"
      aria-keyshortcuts={shortcuts}
      className="flex min-h-11 w-full items-center gap-3 rounded-control border border-control bg-surface px-3 text-muted transition-colors hover:border-ink hover:text-ink"
    >
      <Icon name="search" />
      <span>{label}</span>
      {hasSlash && (
        <span
          aria-hidden="true"
          className="ml-auto rounded-[0.3rem] border border-hairline bg-sunken px-1.5 font-mono text-micro"
        >
          /
        </span>
      )}
    </button>
  );
}

/** The same as an icon, for narrow screens. */
export function SearchIconButton({ onClick }: { onClick: () => void }) {
  const [shortcuts] = useShortcuts();
  return (
    <IconButton
      label={label}
      icon={<Icon name="search" />}
      onClick={onClick}
      aria-haspopup="dialog"
      aria-keyshortcuts={shortcuts}
    />
  );
}
