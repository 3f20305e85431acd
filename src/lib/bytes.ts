const units: readonly (readonly [name: string, bytes: number])[] = [
  ['GB', 1_000_000_000],
  ['MB', 1_000_000],
  ['kB', 1_000],
];

/** `512 bytes`, `1.4 kB`, `38 MB`, `2.0 GB`. */
export function bytesInWords(bytes: number): string {
  for (const [name, size] of units) {
    const count = bytes / size;
    if (count >= 1) return `${count < 10 ? count.toFixed(1) : Math.round(count)} ${name}`;
  }
  return bytes === 1 ? '1 byte' : `${bytes} bytes`;
}
