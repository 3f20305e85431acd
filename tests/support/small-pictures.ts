import { createHash } from 'node:crypto';

/** A PNG of one red pixel. */
export const redPixel: Uint8Array<ArrayBuffer> = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
    'base64',
  ),
);

/** The name under which bytes are kept that are said to be a picture of one red pixel. */
export function nameOfPixel(bytes: Uint8Array, ending = 'png'): string {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  return `${hash}-1x1-ff0000.${ending}`;
}
