/** A stream of numbers that is the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Makes uuids come from the stream, so that a history replays with the same ids. @returns a function that ends it */
export function seedUuids(random: () => number): () => void {
  const { getRandomValues } = crypto;
  const seeded = <T extends ArrayBufferView | null>(array: T): T => {
    if (array instanceof Uint8Array) for (const i of array.keys()) array[i] = random() * 256;
    return array;
  };
  Object.defineProperty(crypto, 'getRandomValues', { value: seeded, configurable: true });
  return () =>
    Object.defineProperty(crypto, 'getRandomValues', {
      value: getRandomValues.bind(crypto),
      configurable: true,
    });
}
