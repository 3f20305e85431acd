import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { randomFrom } from '../lab/torture/random.ts';
import type { Command } from '../support/command.ts';
import { copyFirstStarted } from '../support/embedded.ts';
import { takeConsole } from '../support/setup.ts';
import { demoOwner, startSupabase } from '../support/supabase-command.ts';

/** The embedded backend, as `npm run supabase` runs it, is killed: it has no time to shut down. */

const WRITERS = 4;
/** Of each series. Each kill is a start, too. */
const KILLS = 3;
/** Each night 20 are played, of seeds of their own. */
const SERIES = Number(process.env.KILLED_SERIES ?? '1');
const seed = Number(process.env.KILLED_SEED ?? '20261122');

let dataDir: string;
let running: Command | null = null;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'fieldnotes-killed-'));
  await copyFirstStarted(dataDir, { seed: false });
});
afterEach(async () => {
  running?.process.kill('SIGKILL');
  await running?.ended;
  rmSync(dataDir, { recursive: true, force: true });
});

/** Starts it on the folder, with its demo admin signed in. */
async function start(): Promise<{ server: Command; owner: SupabaseClient }> {
  const server = startSupabase({ SITE_DATA_DIR: dataDir });
  running = server;
  const { owner } = await demoOwner(server);
  takeConsole();
  return { server, owner };
}

it.each(Array.from({ length: SERIES }, (_, place) => place + 1))(
  'keeps every write that it has answered, killed in the middle of writing: series %i',
  async (series) => {
    const random = randomFrom(seed + series);
    /** The texts that each row may have: one if the last write of it was answered, else both. Null stands for no row. */
    const possible = new Map<string, (string | null)[]>();

    /** Writes the rows one after another, each twice, until the backend is gone. */
    async function write(owner: SupabaseClient, onAnswer: () => void): Promise<void> {
      for (;;) {
        const id = randomUUID();
        const [first, second] = ['first', 'second'].map((word) =>
          word.repeat(1 + random() * 2_000),
        );
        const friends = owner.from('friends');
        const writes = [
          { from: null, to: first!, send: () => friends.insert({ id, name: 'A', bio: first }) },
          { from: first!, to: second!, send: () => friends.update({ bio: second }).eq('id', id) },
        ];
        for (const { from, to, send } of writes) {
          possible.set(id, [from, to]);
          const { error, status } = await send();
          // A killed backend refuses nothing; it only does not answer.
          expect([0, 201, 204]).toContain(status);
          if (error !== null) return;
          possible.set(id, [to]);
          onAnswer();
        }
      }
    }

    /** Looks at every row; from now on each has to stay as it is. */
    async function compare(owner: SupabaseClient): Promise<void> {
      const { data, error } = await owner.from('friends').select('id, bio');
      expect(error).toBeNull();
      const found = new Map((data ?? []).map(({ id, bio }) => [id as string, bio as string]));
      const wrong = [...possible].filter(([id, texts]) => !texts.includes(found.get(id) ?? null));
      expect(wrong.map(([id]) => id)).toEqual([]);
      expect([...found.keys()].filter((id) => !possible.has(id))).toEqual([]);
      for (const id of possible.keys()) possible.set(id, [found.get(id) ?? null]);
    }

    for (let kill = 0; kill < KILLS; kill += 1) {
      const { server, owner } = await start();
      await compare(owner);
      let left = 1 + Math.floor(random() * 40);
      const onAnswer = () => {
        left -= 1;
        if (left === 0) server.process.kill('SIGKILL');
      };
      await Promise.all(Array.from({ length: WRITERS }, () => write(owner, onAnswer)));
      await server.ended;
      expect(server.process.signalCode).toBe('SIGKILL');
      takeConsole();
    }
    const { owner } = await start();
    await compare(owner);
    expect(possible.size).toBeGreaterThan(KILLS);
  },
);
