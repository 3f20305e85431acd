import type { ReactNode } from 'react';

const tones = {
  plain: 'border-hairline bg-sunken text-muted',
  ok: 'border-transparent bg-ok-wash text-ok',
  busy: 'border-transparent bg-busy-wash text-busy',
  idea: 'border-transparent bg-idea-wash text-idea',
  danger: 'border-transparent bg-danger-wash text-danger',
} as const;

export type ChipTone = keyof typeof tones;

/** A word or two on a coloured ground. The words carry the meaning; the colour only repeats it. */
export function Chip({ tone = 'plain', children }: { tone?: ChipTone; children: ReactNode }) {
  return (
    <span
      className={`inline-block max-w-full truncate rounded-chip align-top border px-2 py-0.5 text-micro font-medium tabular-nums ${tones[tone]}`}
    >
      {children}
    </span>
  );
}
