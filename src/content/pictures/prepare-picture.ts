import { PICTURE_MADE_MS } from '../../lib/limits.ts';
import { makePicture, type PreparedPicture } from './make-picture.ts';

/**
 * Makes a file of a device fit for the site (make-picture.ts), in a thread of its own that ends with it: so its memory is free
 * again, and a picture that is too much for the device ends the thread and not the page. Where threads cannot draw, the page does.
 *
 * @returns what to upload, or a sentence that says why there is nothing. It never throws, and the file stays as it is
 */
export async function preparePicture(file: Blob): Promise<PreparedPicture> {
  const made = await inThread(file);
  return made ?? makePicture(file);
}

const tooMuch: PreparedPicture = {
  ok: false,
  reason: 'This picture was too much for your device. Make it smaller first.',
};

/** @returns null where threads cannot draw */
function inThread(file: Blob): Promise<PreparedPicture | null> {
  return new Promise((resolve) => {
    let worker: Worker;
    try {
      worker = new Worker(new URL('./picture-worker.ts', import.meta.url), { type: 'module' });
    } catch {
      return resolve(null);
    }
    let hasBegun = false;
    const timer = setTimeout(() => end(tooMuch), PICTURE_MADE_MS);
    const end = (made: PreparedPicture | null) => {
      clearTimeout(timer);
      worker.terminate();
      resolve(made);
    };
    worker.addEventListener('message', ({ data }: MessageEvent<PreparedPicture | boolean>) => {
      if (typeof data !== 'boolean') return end(data);
      if (!data) return end(null);
      hasBegun = true;
      worker.postMessage(file);
    });
    // Its script is out of reach, or the thread has ended in the middle of its work.
    worker.addEventListener('error', () => end(hasBegun ? tooMuch : null));
    worker.addEventListener('messageerror', () => end(tooMuch));
  });
}
