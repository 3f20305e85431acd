import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openMessages } from '../../src/features/contact/kept-messages.ts';
import { asSent, messageProblem, noText } from '../../src/features/contact/message-rules.ts';
import { problemWords, sentWords, waitingWords } from '../../src/features/contact/message-words.ts';
import type { MessageAnswer } from '../../src/features/contact/post-message.ts';
import { createMessageSender } from '../../src/features/contact/send-messages.ts';
import { replyAddress } from '../../src/features/inbox/reply-address.ts';
import { Failure } from '../../src/lib/failure.ts';
import { testLocks } from '../support/locks.ts';

/** A visitor's messages, without a screen. */

const text = { ...noText, name: 'Ada', email: 'ada@example.com', message: 'Hello!' };

/** localStorage, as far as messages use it. */
function fakeStorage() {
  const held: Record<string, string> = {};
  let isFull = false;
  const methods = {
    getItem: (key: string) => held[key] ?? null,
    setItem(key: string, value: string) {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      held[key] = value;
    },
    removeItem(key: string) {
      delete held[key];
    },
  };
  // As in a browser, its keys are those of what it holds.
  const storage = new Proxy(held, {
    get: (_, name) => methods[name as keyof typeof methods] ?? held[String(name)],
  }) as unknown as Storage;
  const fill = () => {
    isFull = true;
  };
  return { storage, held, fill };
}

const waiting = (messageId: string, at = 1) =>
  ({ state: 'waiting', at, messageId, text, later: null }) as const;
const noServer = new Failure('unreachable', 'no-answer', 'x');

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('INBOX-7: a device keeps a message', () => {
  it('from its first letter until it is sent, in one entry', () => {
    const { storage, held } = fakeStorage();
    const kept = openMessages(() => storage);
    kept.put('a', { state: 'draft', at: 1, text, problem: null });
    kept.put('a', waiting('m'));
    expect(Object.keys(held)).toEqual(['fieldnotes.message.a']);
    // Another page of this device.
    expect(openMessages(() => storage).list()).toMatchObject([
      { key: 'a', state: 'waiting', messageId: 'm', text, isOnDevice: true },
    ]);
    kept.put('a', { state: 'sent', at: Date.now() });
    expect(JSON.stringify(held)).not.toContain('Hello');
  });

  it('on the page, if it stores nothing or is full, and says so', () => {
    const { storage, fill } = fakeStorage();
    const denied = openMessages(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    fill();
    for (const kept of [denied, openMessages(() => storage)]) {
      kept.put('a', waiting('m'));
      expect(kept.list()).toMatchObject([{ key: 'a', text, isOnDevice: false }]);
    }
  });

  it('beside what it cannot read, and tells for a day that it was sent', () => {
    const { storage, held } = fakeStorage();
    const kept = openMessages(() => storage);
    kept.put('a', { state: 'sent', at: Date.now() });
    held['fieldnotes.message.b'] = '{';
    held['fieldnotes.message.c'] = '{"state":"waiting"}';
    expect(kept.list().map(({ key }) => key)).toEqual(['a']);
    vi.setSystemTime(Date.now() + 86_400_001);
    expect(kept.list()).toEqual([]);
  });
});

describe('INBOX-7: what waits is sent', () => {
  /** Two tabs have one storage and one set of locks. */
  function newDevice(answer: (id: string) => MessageAnswer | Promise<MessageAnswer>) {
    const { storage } = fakeStorage();
    const locks = testLocks();
    const posted: string[] = [];
    const openTab = () => {
      const kept = openMessages(() => storage);
      const post = async (id: string) => {
        posted.push(id);
        return answer(id);
      };
      const sender = createMessageSender({
        kept,
        post,
        locks: () => locks,
        now: Date.now,
        chance: () => 0.5,
      });
      return { kept, sender };
    };
    return { posted, openTab };
  }
  const settle = () => vi.advanceTimersByTimeAsync(0);

  it('once, by whichever of several tabs is first', async () => {
    const { posted, openTab } = newDevice(() => ({ outcome: 'taken' }));
    const tabs = [openTab(), openTab()];
    tabs[0]!.kept.put('a', waiting('m1', 1));
    tabs[0]!.kept.put('b', waiting('m2', 2));
    for (const { sender } of tabs) sender.ask();
    await settle();
    expect(posted).toEqual(['m1', 'm2']);
    expect(tabs[1]!.kept.list().map(({ state }) => state)).toEqual(['sent', 'sent']);
  });

  it('with the same id by the next page, if the tab was killed before the answer', async () => {
    const { storage } = fakeStorage();
    const posted: string[] = [];
    const openPage = (answer: Promise<MessageAnswer>) => {
      const kept = openMessages(() => storage);
      const post = (id: string) => {
        posted.push(id);
        return answer;
      };
      // The browser frees the locks of a killed tab: the next one has them.
      const locks = testLocks();
      const sender = createMessageSender({
        kept,
        post,
        locks: () => locks,
        now: Date.now,
        chance: () => 0.5,
      });
      return { kept, sender };
    };
    const killed = openPage(new Promise(() => {}));
    killed.kept.put('a', waiting('m'));
    killed.sender.ask();
    await settle();
    const next = openPage(Promise.resolve({ outcome: 'taken' }));
    next.sender.ask();
    await settle();
    expect(posted).toEqual(['m', 'm']);
    expect(next.kept.read('a')?.state).toBe('sent');
  });

  it('again and again until there is a network, ever more slowly', async () => {
    let isDown = true;
    const { posted, openTab } = newDevice(() => {
      if (isDown) throw noServer;
      return { outcome: 'taken' };
    });
    const { kept, sender } = openTab();
    kept.put('a', waiting('m'));
    sender.ask();
    await settle();
    expect(sender.failure()).toBe(noServer);
    await vi.advanceTimersByTimeAsync(60_000);
    const tries = posted.length;
    expect(tries).toBeGreaterThan(4);
    expect(tries).toBeLessThan(9);
    isDown = false;
    await vi.advanceTimersByTimeAsync(31_000);
    expect(posted.length).toBe(tries + 1);
    expect([kept.read('a')?.state, sender.failure()]).toEqual(['sent', null]);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(posted.length).toBe(tries + 1);
  });

  it('no sooner than the server says, and the others with it', async () => {
    const { posted, openTab } = newDevice(() =>
      posted.length === 1
        ? { outcome: 'later', why: 'sender', seconds: 300 }
        : { outcome: 'taken' },
    );
    const { kept, sender } = openTab();
    kept.put('a', waiting('m1', 1));
    kept.put('b', waiting('m2', 2));
    sender.ask();
    await settle();
    sender.ask();
    await settle();
    expect(posted).toEqual(['m1']);
    expect(kept.read('b')).toMatchObject({ later: { why: 'sender', until: 1_300_000 } });
    await vi.advanceTimersByTimeAsync(302_000);
    expect(posted).toEqual(['m1', 'm1', 'm2']);
  });

  it('or becomes a draft again, with the reason, if the server refuses it', async () => {
    const { openTab } = newDevice(() => ({ outcome: 'refused', field: 'message', why: 'long' }));
    const { kept, sender } = openTab();
    kept.put('a', waiting('m'));
    sender.ask();
    await settle();
    expect(kept.read('a')).toMatchObject({
      state: 'draft',
      text,
      problem: { field: 'message', why: 'long' },
    });
  });

  it('slowly, where the server has no inbox', async () => {
    const { posted, openTab } = newDevice(() => {
      throw new Failure('refused', 'PGRST202', 'x');
    });
    const { kept, sender } = openTab();
    kept.put('a', waiting('m'));
    sender.ask();
    await vi.advanceTimersByTimeAsync(590_000);
    expect(posted.length).toBe(1);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(posted.length).toBe(2);
    expect(kept.read('a')?.state).toBe('waiting');
  });
});

describe('INBOX-4: a device says at once what the database would refuse', () => {
  it.each([
    [{ name: '\u200b ' }, { field: 'name', why: 'empty' }],
    [{ name: 'x'.repeat(201) }, { field: 'name', why: 'long' }],
    [{ email: 'nobody' }, { field: 'email', why: 'unfit' }],
    [{ email: 'a@b\u0007c' }, { field: 'email', why: 'unfit' }],
    [{ subject: '' }, null],
    [{ subject: 'x'.repeat(201) }, { field: 'subject', why: 'long' }],
    [{ message: '🙂'.repeat(10_000) }, null],
    [{ message: '🙂'.repeat(10_001) }, { field: 'message', why: 'long' }],
  ])('%#', (change, problem) => {
    expect(messageProblem({ ...text, ...change })).toEqual(problem);
  });

  it('and sends nothing that Postgres cannot store', () => {
    const mended = asSent({ ...text, email: ' ada@example.com ', message: 'a\0b\ud800c🙂' });
    expect(mended).toEqual({ ...text, message: 'ab\ufffdc🙂' });
  });
});

describe('INBOX-7: the form says what is true', () => {
  const now = Date.now();
  const one = { isOnDevice: true, later: null };
  it.each([
    [one, null, 'Sending your message …'],
    [
      one,
      noServer,
      'Your message waits on this device and is sent when there is a network and this site is open.',
    ],
    [one, new Failure('refused', 'PGRST202', 'x'), /^The inbox can’t take messages at the moment/],
    [{ ...one, isOnDevice: false }, noServer, /can’t store it\. Leave this page open/],
    [
      { ...one, later: { why: 'sender', until: now + 60_000 } },
      null,
      /^Not taken yet: the inbox takes five messages an hour from one connection\. .* waits on this device/,
    ],
    [{ ...one, later: { why: 'news', until: now + 60_000 } }, null, /takes none at the moment/],
    [{ ...one, later: { why: 'sender', until: now - 1 } }, null, 'Sending your message …'],
  ])('%#', (message, failure, words) => {
    expect(waitingWords(message, failure, now)).toEqual(
      typeof words === 'string' ? words : expect.stringMatching(words),
    );
  });

  it('of what was refused and what was sent', () => {
    expect(problemWords({ field: 'message', why: 'long' })).toBe(
      'Not taken: the message has more than 10,000 characters. Your text is kept here.',
    );
    expect(problemWords({ field: 'fax', why: 'empty' })).toBe('Not taken. Your text is kept here.');
    expect(sentWords(now, now, now)).toBe('Sent.');
    expect(sentWords(now - 60_000, now, now)).toMatch(/^Sent (today|yesterday) \d\d:\d\d\.$/);
  });
});

describe('INBOX-9: the address of a reply', () => {
  it('has one recipient and a subject', () => {
    expect(replyAddress({ email: 'a@b.c', subject: 'Hello & more' })).toBe(
      'mailto:a@b.c?subject=Re%3A%20Hello%20%26%20more',
    );
    expect(replyAddress({ email: 'a@b.c', subject: '' })).toMatch(
      /\?subject=Re%3A%20Your%20message$/,
    );
  });

  it.each([
    { email: 'a@b.c?bcc=x@y.z', subject: 'x' },
    { email: 'a@b.c,x@y.z', subject: 'x' },
    { email: 'a@b.c', subject: 'x&bcc=x@y.z' },
    { email: 'a@b.c', subject: 'x\r\nbcc: x@y.z' },
  ])('has nothing else, whatever a stranger writes: %j', (written) => {
    const { pathname, searchParams } = new URL(replyAddress(written));
    expect([...searchParams.keys()]).toEqual(['subject']);
    expect(pathname).not.toMatch(/,|bcc=/);
    expect(searchParams.get('subject')).not.toMatch(/[\r\n]/);
  });
});
