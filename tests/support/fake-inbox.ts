import type { DatabaseFunctions, FunctionCall } from '../../src/engine/index.ts';
import type { Failure } from '../../src/lib/failure.ts';

/** A message as the database tells it. */
export interface FakeMessage {
  place: number;
  id: string;
  name: string;
  email: string;
  subject: string;
  message: string;
  at: string;
  is_read: boolean;
}

/** A server with an inbox. A test can make it fail. */
export interface FakeInbox {
  messages: FakeMessage[];
  isOpen: boolean;
  /** Every question fails with it; null if none fails. */
  failure: Failure | null;
  /** Answers are of an earlier time. */
  isEarlier: boolean;
  /** How many messages it tells at once. */
  pageLength: number;
  readonly functions: DatabaseFunctions;
}

export function fakeInbox(): FakeInbox {
  const state = () => ({
    is_open: inbox.isOpen,
    total: inbox.messages.length,
    unread: inbox.messages.filter((one) => !one.is_read).length,
  });

  function answer({ name, body }: FunctionCall): unknown {
    if (inbox.failure !== null) throw inbox.failure;
    const ids = Array.isArray(body.ids) ? body.ids : [];
    switch (name) {
      case 'inbox_list': {
        const before = body.before === null ? Number.POSITIVE_INFINITY : Number(body.before);
        const rest = inbox.messages.filter(({ place }) => place < before);
        const newest = rest.sort((a, b) => b.place - a.place).slice(0, inbox.pageLength);
        return { ...state(), messages: newest };
      }
      case 'inbox_mark':
        inbox.messages = inbox.messages.map((one) =>
          ids.includes(one.id) ? { ...one, is_read: body.is_read === true } : one,
        );
        return state();
      case 'inbox_delete':
        inbox.messages = inbox.messages.filter(({ id }) => !ids.includes(id));
        return state();
      case 'inbox_open':
        inbox.isOpen = body.is_open === true;
        return state();
      default:
        throw new Error(`There is no ${name} here.`);
    }
  }

  const inbox: FakeInbox = {
    messages: [],
    isOpen: true,
    failure: null,
    isEarlier: false,
    pageLength: 50,
    functions: {
      read: async (call) => ({ answer: answer(call) as never, isEarlier: inbox.isEarlier }),
      call: async (call) => answer(call) as never,
    },
  };
  return inbox;
}
