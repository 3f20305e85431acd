/** A violation; it names the invariant of src/engine/SPEC.md. */
export class Broken extends Error {
  override readonly name = 'Broken';
}

/** A value as the message of a Broken shows it. */
export function say(value: unknown): string {
  return JSON.stringify(value);
}
