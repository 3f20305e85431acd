import * as v from 'valibot';
import { toFailure } from '../../lib/failure.ts';
import {
  EDITS_ANSWERED_MS,
  PICTURES_LISTED,
  PICTURES_OF_A_LIST,
  PICTURES_REMOVED,
} from '../../lib/limits.ts';
import type { SessionStore } from '../mirror/session-store.ts';
import type { StoredPicture, StoredPictures } from '../stored-pictures.ts';
import { createAskKept } from './ask-kept.ts';
import { type Backend, callRpc, parseJson, type Question, request } from './http.ts';
import { asAccount } from './role.ts';
import type { Session } from './session.ts';
import { isSuccess, refusalOfStorage } from './storage-refusal.ts';

/** The bucket of pictures, as supabase-js lists it and removes from it; by plain fetch, as in store-file.ts. */

const OBJECTS = '/storage/v1/object';

const listSchema = v.object({
  files: v.array(v.object({ name: v.string(), bytes: v.number(), at: v.string() })),
  isWhole: v.boolean(),
  uses: v.nullable(v.record(v.string(), v.picklist(['row', 'past', 'lately']))),
});

const objectsSchema = v.array(
  v.looseObject({
    name: v.string(),
    created_at: v.nullish(v.string()),
    metadata: v.nullish(v.looseObject({ size: v.nullish(v.number()) })),
  }),
);

const namesSchema = v.array(v.looseObject({ name: v.string() }));

export function createStoredPictures(
  backend: Backend,
  store: SessionStore,
  session: Session,
): StoredPictures {
  const askKept = createAskKept(store, session);

  /** @throws {Failure} unless the answer has this shape */
  async function askStorage<Schema extends v.GenericSchema>(
    question: Question,
    schema: Schema,
  ): Promise<v.InferOutput<Schema>> {
    const reply = await request(backend, question, undefined, EDITS_ANSWERED_MS);
    const read = v.safeParse(schema, parseJson(reply.text));
    if (isSuccess(reply) && read.success) return read.output;
    throw refusalOfStorage(question.path, reply);
  }

  async function listed(token: string): Promise<{ files: StoredPicture[]; isWhole: boolean }> {
    const files = new Map<string, StoredPicture>();
    for (let offset = 0; offset < PICTURES_LISTED; offset += PICTURES_OF_A_LIST) {
      const sortBy = { column: 'created_at', order: 'desc' };
      const body = { prefix: '', limit: PICTURES_OF_A_LIST, offset, sortBy };
      const path = `${OBJECTS}/list/pictures`;
      const objects = await askStorage({ path, method: 'POST', body, token }, objectsSchema);
      for (const { name, created_at, metadata } of objects)
        if (created_at != null)
          files.set(name, { name, bytes: metadata?.size ?? 0, at: created_at });
      if (objects.length < PICTURES_OF_A_LIST) return { files: [...files.values()], isWhole: true };
    }
    return { files: [...files.values()], isWhole: false };
  }

  /**
   * Hosted Storage lists a bucket that is not there as an empty one, and only tells by a file that nobody has. The browser logs that
   * answer as a failure, so it is asked only where the database has not said that there is one.
   */
  async function mustBeThere(): Promise<void> {
    const path = `${OBJECTS}/public/pictures/none`;
    const reply = await request(backend, { path, method: 'GET' });
    const failure = refusalOfStorage(path, reply);
    if (/bucket/i.test(failure.message)) throw failure;
  }

  /** Null where the database is older than the question, or has no bucket. */
  async function usesOf(token: string): Promise<unknown> {
    try {
      return await callRpc(backend, { name: 'sync_pictures', body: {}, token });
    } catch (error) {
      const failure = toFailure(error);
      const isUnknown = /^(PGRST202|42883|404)$/.test(failure.code ?? '');
      if (failure.kind === 'refused' && isUnknown) return null;
      throw failure;
    }
  }

  return {
    list: () =>
      askKept('sync_pictures', listSchema, async (token) => {
        const [{ files, isWhole }, uses] = await Promise.all([listed(token), usesOf(token)]);
        if (files.length === 0 && uses === null) await mustBeThere();
        return { files, isWhole, uses };
      }),

    remove: (names) =>
      asAccount(session, async ({ token }) => {
        const gone: string[] = [];
        for (let n = 0; n < names.length; n += PICTURES_REMOVED) {
          const body = { prefixes: names.slice(n, n + PICTURES_REMOVED) };
          const path = `${OBJECTS}/pictures`;
          const removed = await askStorage({ path, method: 'DELETE', body, token }, namesSchema);
          gone.push(...removed.map(({ name }) => name));
        }
        return gone;
      }),
  };
}
