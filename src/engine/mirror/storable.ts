/**
 * Makes a value storable. Postgres cannot store the character U+0000, and its JSON no lone surrogate;
 * a push with either could not even be parsed, and all later edits would wait for ever.
 *
 * @param value JSON
 * @returns the same without U+0000, with U+FFFD for lone surrogates; also inside lists and objects
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
  // With the flag u, valid pairs do not match.
  return text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\uFFFD');
}
