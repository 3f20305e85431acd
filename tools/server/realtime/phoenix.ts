import * as v from 'valibot';

/** The frames of a Phoenix channel in both versions of Supabase's clients: 1 as objects, 2 as arrays. */

export interface Message {
  joinRef: string | null;
  ref: string | null;
  topic: string;
  event: string;
  payload: unknown;
}

export type FrameVersion = '1.0.0' | '2.0.0';

const reference = v.optional(v.nullable(v.string()), null);
const asArray = v.tuple([reference, reference, v.string(), v.string(), v.unknown()]);
const asObject = v.object({
  join_ref: reference,
  ref: reference,
  topic: v.string(),
  event: v.string(),
  payload: v.unknown(),
});

/** The message in a frame, or null if it is not one: a client's mistake must not stop the server. */
export function readFrame(version: FrameVersion, text: string): Message | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  if (version === '1.0.0') {
    const frame = v.safeParse(asObject, json);
    if (!frame.success) return null;
    const { join_ref: joinRef, ref, topic, event, payload } = frame.output;
    return { joinRef, ref, topic, event, payload };
  }
  const frame = v.safeParse(asArray, json);
  if (!frame.success) return null;
  const [joinRef, ref, topic, event, payload] = frame.output;
  return { joinRef, ref, topic, event, payload };
}

export function writeFrame(version: FrameVersion, message: Message): string {
  const { joinRef, ref, topic, event, payload } = message;
  if (version === '1.0.0') return JSON.stringify({ join_ref: joinRef, ref, topic, event, payload });
  return JSON.stringify([joinRef, ref, topic, event, payload]);
}
