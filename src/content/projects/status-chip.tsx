import { Chip, type ChipTone } from '../../ui/chip.tsx';

const tones: Readonly<Record<string, ChipTone>> = {
  donezo: 'ok',
  done: 'ok',
  'in-progress': 'busy',
  idea: 'idea',
};

/** A status as a chip: `words` say it, the colour repeats it. */
export function StatusChip({ status, words }: { status: string; words: string }) {
  return <Chip tone={tones[status] ?? 'plain'}>{words}</Chip>;
}
