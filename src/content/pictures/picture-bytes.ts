import { secureContext } from '../../lib/secure-context.ts';

/** A file as bytes. */

/** Bytes as letters, one each. */
export function lettersIn(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}

/** One file of its parts. */
export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** @throws {RangeError} past the end, unlike `subarray` */
export function partOf(
  bytes: Uint8Array<ArrayBuffer>,
  from: number,
  to: number,
): Uint8Array<ArrayBuffer> {
  if (to > bytes.length || from > to) throw new RangeError('The file ends too early.');
  return bytes.subarray(from, to);
}

export function numbersIn(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** What a picture is called by: the first half of the SHA-256 of its bytes, in hexadecimal digits. Null by plain http. */
export async function pictureHash(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  const digest = await secureContext.subtle?.digest('SHA-256', bytes);
  if (digest === undefined) return null;
  return [...new Uint8Array(digest, 0, 16)].map((it) => it.toString(16).padStart(2, '0')).join('');
}
