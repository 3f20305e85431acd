/// <reference lib="webworker" />
import { makePicture } from './make-picture.ts';

/** Makes one picture away from the page, which stays usable meanwhile. prepare-picture.ts is the other side. */
declare const self: DedicatedWorkerGlobalScope;

/** Whether this thread can draw: Safari before 16.4 draws on the page only. */
self.postMessage(
  typeof OffscreenCanvas !== 'undefined' && 'convertToBlob' in OffscreenCanvas.prototype,
);

self.addEventListener('message', async ({ data }: MessageEvent<Blob>) => {
  self.postMessage(await makePicture(data));
});
