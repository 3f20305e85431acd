import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';

/** Says that nothing matches the filters, and leads back to everything. */
export function NoneMatch({ onClear, children }: { onClear: () => void; children: string }) {
  return (
    <Note
      detail={
        <Button look="bare" className="-ml-3 text-accent underline" onClick={onClear}>
          Clear filters
        </Button>
      }
    >
      {children}
    </Note>
  );
}
