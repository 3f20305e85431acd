import { SILENCE_MS, SLOWEST_BYTES_PER_S } from './limits.ts';
import type { Millis } from './millis.ts';

/** What fetch takes, with a body whose length is known. */
type Init = Omit<RequestInit, 'body' | 'signal'> & {
  body?: string | ArrayBuffer | null;
  signal?: AbortSignal | undefined;
};

/**
 * Runs a request for as long as it takes on a slow line, which may be minutes: what ends it is silence, not time (LIMIT-1).
 *
 * @param run sends the request with this signal, and calls `heard` whenever something of the answer arrives
 * @param answerMs how long the other side may be silent before it is first heard
 * @throws {DOMException} 'TimeoutError' if nothing was heard for that long
 * @throws the signal's reason; what `run` throws
 */
export async function untilSilence<T>(
  run: (signal: AbortSignal, heard: () => void) => Promise<T>,
  signal?: AbortSignal,
  answerMs: Millis = SILENCE_MS,
): Promise<T> {
  const ended = new AbortController();
  let silence: ReturnType<typeof setTimeout> | undefined;
  const listen = (ms: Millis) => {
    clearTimeout(silence);
    const tooLong = () => ended.abort(new DOMException(`nothing for ${ms} ms`, 'TimeoutError'));
    silence = setTimeout(tooLong, ms);
  };
  // Not `AbortSignal.any`, which older supported browsers lack.
  const leave = () => ended.abort(signal?.reason);
  if (signal?.aborted) leave();
  signal?.addEventListener('abort', leave);
  listen(answerMs);
  try {
    return await run(ended.signal, () => listen(SILENCE_MS));
  } catch (error) {
    // Older browsers reject with an error of their own.
    throw ended.signal.aborted ? ended.signal.reason : error;
  } finally {
    clearTimeout(silence);
    signal?.removeEventListener('abort', leave);
  }
}

/**
 * Fetches a text, however slow the line. Browsers do not tell how much of a body has gone out, so for that there is the
 * time that it takes on the slowest line.
 *
 * @param answerMs how long the other side may think before the first byte
 * @throws as `untilSilence` does; what fetch throws
 */
export function fetchText(
  address: string,
  { signal, ...init }: Init,
  answerMs: Millis = SILENCE_MS,
): Promise<{ response: Response; text: string }> {
  const ask = async (ended: AbortSignal, heard: () => void) => {
    const response = await fetch(address, { ...init, signal: ended });
    const decoder = new TextDecoder();
    const parts = await readParts(response, heard);
    const text = parts.map((part) => decoder.decode(part, { stream: true })).join('');
    return { response, text: text + decoder.decode() };
  };
  return untilSilence(ask, signal, answerMs + timeToSend(init.body));
}

function timeToSend(body: string | ArrayBuffer | null | undefined): Millis {
  const sent = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  return ((sent?.byteLength ?? 0) / SLOWEST_BYTES_PER_S) * 1_000;
}

/** @param heard called with each part that arrives */
export async function readParts(
  { body }: Response,
  heard: () => void,
): Promise<Uint8Array<ArrayBuffer>[]> {
  heard();
  const reader = body?.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    heard();
    parts.push(part.value);
  }
  return parts;
}
