import { useCallback, useEffect, useState } from 'react';
import * as v from 'valibot';
import { useDatabaseFunctions } from '../../engine/editing.ts';
import { toFailure } from '../../lib/failure.ts';
import { inboxFailureWords } from './inbox-words.ts';

const state = { is_open: v.boolean(), total: v.number(), unread: v.number() };
const stateSchema = v.object(state);
const messageSchema = v.object({
  place: v.number(),
  id: v.string(),
  name: v.string(),
  email: v.string(),
  subject: v.string(),
  message: v.string(),
  at: v.string(),
  is_read: v.boolean(),
});
const listSchema = v.object({ ...state, messages: v.array(messageSchema) });

export type InboxMessage = v.InferOutput<typeof messageSchema>;

/** What the server has told. `isEarlier`: it is out of reach, and this is what it said before. */
export type InboxAsked =
  | { readonly state: 'asking' }
  | { readonly state: 'failed'; readonly words: string }
  | ({
      readonly state: 'told';
      readonly isEarlier: boolean;
    } & v.InferOutput<typeof listSchema>);

/** INBOX-6: the messages, and what can be done with them. What was told stays until the next answer. */
export function useInbox() {
  const { read, call } = useDatabaseFunctions();
  const [asked, setAsked] = useState<InboxAsked>({ state: 'asking' });
  const [problem, setProblem] = useState<string | null>(null);
  const [isWorking, setIsWorking] = useState(false);
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the round says how often it is asked
  useEffect(() => {
    let isWanted = true;
    const tell = (news: InboxAsked) => isWanted && setAsked(news);
    read({ name: 'inbox_list', body: { before: null } }, listSchema).then(
      ({ answer, isEarlier }) => tell({ state: 'told', isEarlier, ...answer }),
      (error: unknown) => tell({ state: 'failed', words: inboxFailureWords(toFailure(error)) }),
    );
    return () => {
      isWanted = false;
    };
  }, [read, round]);

  /** Does one thing after the other; what fails changes nothing here. */
  async function change(deed: () => Promise<Partial<v.InferOutput<typeof listSchema>>>) {
    if (isWorking) return;
    setIsWorking(true);
    setProblem(null);
    try {
      const news = await deed();
      setAsked((before) => (before.state === 'told' ? { ...before, ...news } : before));
    } catch (error) {
      setProblem(inboxFailureWords(toFailure(error)));
    } finally {
      setIsWorking(false);
    }
  }

  const messages = asked.state === 'told' ? asked.messages : [];
  const isOne = (ids: readonly string[]) => {
    const wanted = new Set(ids);
    return ({ id }: InboxMessage) => wanted.has(id);
  };

  return {
    asked,
    problem,
    isWorking,
    again: useCallback(() => {
      setAsked({ state: 'asking' });
      setRound((times) => times + 1);
    }, []),
    more: () =>
      change(async () => {
        const before = messages.at(-1)?.place ?? null;
        const { answer } = await read({ name: 'inbox_list', body: { before } }, listSchema);
        return { ...answer, messages: [...messages, ...answer.messages] };
      }),
    mark: (ids: readonly string[], is_read: boolean) =>
      change(async () => {
        const news = await call({ name: 'inbox_mark', body: { ids, is_read } }, stateSchema);
        const isMarked = isOne(ids);
        return {
          ...news,
          messages: messages.map((one) => (isMarked(one) ? { ...one, is_read } : one)),
        };
      }),
    remove: (id: string) =>
      change(async () => {
        const news = await call({ name: 'inbox_delete', body: { ids: [id] } }, stateSchema);
        return { ...news, messages: messages.filter((one) => one.id !== id) };
      }),
    open: (is_open: boolean) =>
      change(() => call({ name: 'inbox_open', body: { is_open } }, stateSchema)),
  };
}

/** What the dashboard says of the inbox; null until the server has said. It is asked again when somebody comes back to the page. */
export function useInboxNews(): v.InferOutput<typeof stateSchema> | null {
  const { read } = useDatabaseFunctions();
  const [news, setNews] = useState<v.InferOutput<typeof stateSchema> | null>(null);
  useEffect(() => {
    let isWanted = true;
    const look = () => {
      if (document.visibilityState === 'hidden') return;
      read({ name: 'inbox_list', body: { before: null } }, stateSchema).then(
        ({ answer }) => isWanted && setNews(answer),
        // The page itself says why.
        () => {},
      );
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      isWanted = false;
      document.removeEventListener('visibilitychange', look);
    };
  }, [read]);
  return news;
}
