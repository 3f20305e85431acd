/** The id that follows on another: wherever it is asked for the same one, which nothing else has. */
export function uuidAfter(id: string): string {
  return id.replace(/[\da-f]+$/, (last) =>
    ((Number.parseInt(last, 16) + 1) % 2 ** 48).toString(16).padStart(12, '0'),
  );
}
