import { createHash } from 'node:crypto';
import type { NewFile } from '../../src/engine/file.ts';

/** Files as edits name them in tests: short texts that pass for pictures. */

export const filesIn = (text: string): readonly string[] =>
  text.match(/pictures\/[0-9a-f]{32}-1x1-000000\.webp/g) ?? [];

export function pictureOf(content: string): NewFile {
  const bytes = new TextEncoder().encode(content).buffer as ArrayBuffer;
  return { name: `pictures/${hashOf(bytes)}-1x1-000000.webp`, type: 'image/webp', bytes };
}

/** Of a file's bytes; its name begins with it. */
export function hashOf(bytes: ArrayBuffer): string {
  return createHash('sha256').update(new Uint8Array(bytes)).digest('hex').slice(0, 32);
}
