import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { randomFrom } from './torture/random.ts';

/**
 * A line between a browser and a site that is as narrow and as lossy as a bad mobile network, at the level of TCP: all
 * connections share it, and a lost packet holds up its connection until it has been sent again.
 */
export interface SlowLine {
  readonly url: string;
  stop(): Promise<void>;
}

export interface Quality {
  /** In each direction. */
  readonly bytesPerS: number;
  /** 0 to 1. */
  readonly lost: number;
  readonly seed?: number;
}

/** What TCP puts into one packet, in bytes. */
const PACKET = 1_400;
/** How soon it sends one again, in ms. */
const AGAIN_MS = 1_000;

/** @param target the site's address */
export async function startSlowLine(target: string, quality: Quality): Promise<SlowLine> {
  const { port } = new URL(target);
  const random = randomFrom(quality.seed ?? 1);
  const open = new Set<Socket>();
  const [up, down] = [createWire(quality), createWire(quality)];

  async function carry(from: Socket, to: Socket, wire: ReturnType<typeof createWire>) {
    for await (const part of from as AsyncIterable<Buffer>) {
      for (let at = 0; at < part.length; at += PACKET) {
        const packet = part.subarray(at, at + PACKET);
        await wire(packet.length);
        if (random() < quality.lost) {
          await wait(AGAIN_MS);
          await wire(packet.length);
        }
        to.write(packet);
      }
    }
    to.end();
  }

  const server = createServer((browser) => {
    const site = connect(Number(port), '127.0.0.1');
    for (const socket of [browser, site]) {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
      socket.on('error', () => {
        browser.destroy();
        site.destroy();
      });
    }
    // The site is done long before what it has sent has arrived, so only the browser's end is the end of both.
    browser.on('close', () => site.destroy());
    carry(browser, site, up).catch(() => {});
    carry(site, browser, down).catch(() => browser.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** @returns a function that waits until so many bytes have gone through, after all that were sent before */
function createWire({ bytesPerS }: Quality): (bytes: number) => Promise<void> {
  let free = performance.now();
  return async (bytes) => {
    free = Math.max(free, performance.now()) + (bytes / bytesPerS) * 1_000;
    await wait(free - performance.now());
  };
}
