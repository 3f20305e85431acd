import { Dialog } from '../../ui/dialog.tsx';
import { useReveal } from '../../ui/use-reveal.ts';
import type { FoundPage } from './group-titles.ts';
import { SearchPanel } from './search-panel.tsx';

export interface SearchDialogProps {
  /** The pages that can be found. */
  pages: readonly FoundPage[];
  open: boolean;
  onClose: () => void;
}

/** The search over everything on this device. Its panel is mounted anew each time it opens. */
export function SearchDialog({ pages, open, onClose }: SearchDialogProps) {
  useReveal();
  return (
    <Dialog open={open} onClose={onClose} label="Search">
      <SearchPanel pages={pages} onClose={onClose} />
    </Dialog>
  );
}
