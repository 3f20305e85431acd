/**
 * A value as the database can hold it. Postgres has no character U+0000, and JSON for it no half of a surrogate pair;
 * with one of them a whole push could not even be read, and all edits behind it would wait for ever.
 *
 * @param value JSON
 * @returns the same without U+0000, U+FFFD where a half pair was; in lists, and in names and values of objects, too
 */
export function storable<Value>(value: Value): Value {
  return mended(value) as Value;
}

function mended(value: unknown): unknown {
  if (typeof value === 'string') return mendedText(value);
  if (Array.isArray(value)) return value.map(mended);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, held]) => [mendedText(name), mended(held)]),
  );
}

function mendedText(text: string): string {
  // With the flag u, whole pairs are other characters.
  return text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\uFFFD');
}
