/**
 * Web Locks in a few lines: one holder a name, a queue, abort and steal.
 *
 * @param onRobbed called with the name of a lock that is taken from its holder
 */
export function testLocks(onRobbed: (name: string) => void = () => {}): LockManager {
  const holders = new Map<string, { job: Promise<unknown>; lose: (error: Error) => void }>();
  const stolen = () => new DOMException('stolen', 'AbortError');
  return {
    async query() {
      return { held: [...holders.keys()].map((name) => ({ name })) };
    },
    async request(name: string, options: LockOptions, run: () => Promise<unknown>) {
      if (options.steal) {
        if (holders.has(name)) onRobbed(name);
        holders.get(name)?.lose(stolen());
        holders.delete(name);
      }
      for (let holder = holders.get(name); holder !== undefined; holder = holders.get(name)) {
        const aborted = new Promise<never>((_, reject) =>
          options.signal?.addEventListener('abort', () => reject(options.signal?.reason)),
        );
        await Promise.race([holder.job.catch(() => {}), aborted]);
      }
      let lose: (error: Error) => void = () => {};
      const lost = new Promise<never>((_, reject) => {
        lose = reject;
      });
      const job = run();
      const mine = { job, lose };
      holders.set(name, mine);
      try {
        return await Promise.race([job, lost]);
      } finally {
        if (holders.get(name) === mine) holders.delete(name);
      }
    },
  } as unknown as LockManager;
}
