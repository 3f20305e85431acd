import { Button } from '../../ui/button.tsx';

/** Its arrow turns while syncing; label and width stay the same. */
export function RefreshButton({ onClick, working }: { onClick: () => void; working: boolean }) {
  return (
    <Button onClick={onClick} aria-busy={working}>
      <svg
        viewBox="0 0 24 24"
        aria-hidden="true"
        className={`size-4 shrink-0 ${working ? 'spinning' : ''}`}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="M20 12a8 8 0 1 1-2.3-5.7L20 8.5M20 3.5v5h-5" />
      </svg>
      Refresh
    </Button>
  );
}
