import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { slashOpensSearch } from './slash-key.ts';

const label = 'Search the site';

/** The setting is read at each render: the dialog in which it changes renders the button when it closes. */
const shortcuts = () => `${slashOpensSearch() ? '/ ' : ''}Control+K Meta+K`;

/** Opens the search; looks like the field it leads to. */
export function SearchButton({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      aria-haspopup="dialog"
      aria-keyshortcuts={shortcuts()}
      className="flex min-h-11 w-full items-center gap-3 rounded-control border border-control bg-surface px-3 text-muted transition-colors hover:border-ink hover:text-ink"
    >
      <Icon name="search" />
      <span>{label}</span>
      {slashOpensSearch() && (
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
  return (
    <IconButton
      label={label}
      icon={<Icon name="search" />}
      onClick={onClick}
      aria-haspopup="dialog"
      aria-keyshortcuts={shortcuts()}
    />
  );
}
