const units: readonly (readonly [name: string, ms: number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/**
 * `just now`, `1 minute ago`, `3 hours ago`, `12 days ago`.
 *
 * @param time ms since 1970
 * @param now ms since 1970; a clock that was set back makes it `just now`
 */
export function ageInWords(time: number, now: number): string {
  for (const [name, ms] of units) {
    const count = Math.floor((now - time) / ms);
    if (count >= 1) return `${count} ${name}${count === 1 ? '' : 's'} ago`;
  }
  return 'just now';
}
