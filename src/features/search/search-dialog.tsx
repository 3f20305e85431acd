import { Dialog } from '../../ui/dialog.tsx';
import { useReveal } from './reveal.ts';
import type { SearchDialogProps } from './search.tsx';
import { SearchPanel } from './search-panel.tsx';

/** The search over everything on this device. Its panel begins anew at each opening. */
export function SearchDialog({ pages, open, onClose }: SearchDialogProps) {
  useReveal();
  return (
    <Dialog open={open} onClose={onClose} label="Search">
      <SearchPanel pages={pages} onClose={onClose} />
    </Dialog>
  );
}
