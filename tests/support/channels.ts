/** BroadcastChannel in a few lines. A channel that is frozen, as its page is, hears everything when it thaws. */
export function testChannels() {
  const open = new Set<Channel>();

  class Channel {
    onmessage: (event: { data: unknown }) => void = () => {};
    isFrozen = false;
    private missed: unknown[] = [];

    constructor(readonly name: string) {
      open.add(this);
    }

    postMessage(data: unknown): void {
      const others = [...open].filter((one) => one !== this && one.name === this.name);
      for (const one of others) queueMicrotask(() => one.hear(data));
    }

    close(): void {
      open.delete(this);
    }

    thaw(): void {
      this.isFrozen = false;
      for (const data of this.missed.splice(0)) this.hear(data);
    }

    private hear(data: unknown): void {
      if (this.isFrozen) this.missed.push(data);
      else if (open.has(this)) this.onmessage({ data });
    }
  }

  return {
    Channel: Channel as unknown as typeof BroadcastChannel,
    /** Freezes the pages that have a channel now, or the oldest of them. @returns a function that thaws them */
    freeze(count = open.size): () => void {
      const frozen = [...open].slice(0, count);
      for (const one of frozen) one.isFrozen = true;
      return () => {
        for (const one of frozen) one.thaw();
      };
    },
    /** How many are open: each keeps a page out of the back/forward cache. */
    get open(): number {
      return open.size;
    },
  };
}
