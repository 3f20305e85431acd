import { kindTitle } from '../../content/kinds.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { NewItem } from './new-item.ts';
import { NewItemLink } from './new-item-link.tsx';

/** NEWS-3: all that is new, the newest first. */
export function NewsDialog({
  news,
  open,
  onClose,
}: {
  news: readonly NewItem[];
  open: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog open={open} onClose={onClose} label="New since your last visit">
      {open && (
        <div className="grid w-160 max-w-full gap-2 px-5 pt-3 pb-4">
          <div className="-mr-3 flex items-center justify-between gap-3">
            <h2 className="text-h3">New since your last visit</h2>
            <IconButton label="Close" icon={<Icon name="close" />} onClick={onClose} />
          </div>
          <ul className="divide-y divide-hairline">
            {news.map((item) => (
              <li key={`${item.kind} ${item.id}`}>
                <NewItemLink
                  item={item}
                  onGo={onClose}
                  className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 py-2 hover:text-accent"
                >
                  <span className="line-clamp-2 font-semibold">{item.title}</span>
                  <span className="text-small text-muted">{kindTitle(item.kind)}</span>
                </NewItemLink>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Dialog>
  );
}
