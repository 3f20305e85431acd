import { SILENCE_MS, SLOWEST_BYTES_PER_S } from './limits.ts';
import type { Millis } from './millis.ts';

/** What fetch takes, with a body whose length is known. */
type Init = Omit<RequestInit, 'body' | 'signal'> & {
  body?: string | null;
  signal?: AbortSignal | undefined;
};

/**
 * Fetches a text. On a slow line that may take minutes: what ends it is silence, not time (LIMIT-1). Browsers do not
 * tell how much of a body has gone out, so for that there is the time that it takes on the slowest line.
 *
 * @param answerMs how long the other side may think before the first byte
 * @throws {DOMException} 'TimeoutError' if no byte came for that long
 * @throws the signal's reason; what fetch throws
 */
export async function fetchText(
  address: string,
  { signal, ...init }: Init,
  answerMs: Millis = SILENCE_MS,
): Promise<{ response: Response; text: string }> {
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
  listen(answerMs + timeToSend(init.body));
  try {
    const response = await fetch(address, { ...init, signal: ended.signal });
    return { response, text: await read(response, () => listen(SILENCE_MS)) };
  } catch (error) {
    // Older browsers reject with an error of their own.
    throw ended.signal.aborted ? ended.signal.reason : error;
  } finally {
    clearTimeout(silence);
    signal?.removeEventListener('abort', leave);
  }
}

function timeToSend(body: string | null | undefined): Millis {
  return body ? (new TextEncoder().encode(body).length / SLOWEST_BYTES_PER_S) * 1_000 : 0;
}

/** @param heard called with each part that arrives */
async function read({ body }: Response, heard: () => void): Promise<string> {
  heard();
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    heard();
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}
