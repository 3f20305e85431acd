const drawings: Readonly<Record<string, string>> = {
  audio: 'M4 10v4M8 7v10M12 4v16M16 8v8M20 11v2',
  video: 'M4 5h16v14H4zM10 9l5 3-5 3z',
  text: 'M5 6h14M5 10h14M5 14h10M5 18h6',
};

/** A resource's type as an icon with an accessible name. */
export function TypeIcon({ type }: { type: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      role="img"
      aria-label={type}
      className="size-5 shrink-0 text-muted"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={drawings[type] ?? drawings.text} />
    </svg>
  );
}
