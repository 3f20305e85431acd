import { pieces } from './marks.ts';

/** A text with its matches marked. */
export function Marked({ text, terms }: { text: string; terms: ReadonlySet<string> }) {
  return pieces(text, terms).map(({ text: part, found, at }) =>
    found ? (
      <mark key={at} className="rounded-[0.2em] bg-busy-wash text-busy">
        {part}
      </mark>
    ) : (
      part
    ),
  );
}
