import type { ReactNode } from 'react';

/** A piece in its states, under its file's name in src/ui. */
export function Piece({ of, children }: { of: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 className="text-small text-muted">{of}</h3>
      <div className="flex flex-wrap items-center gap-3">{children}</div>
    </div>
  );
}

/** The pieces of a section, one below the other. */
export function Pieces({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-[minmax(0,1fr)] gap-8">{children}</div>;
}
