import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { takePictures } from '../../tools/build/pages/site-pictures.ts';

/** What a build takes along of the storage of its backend (PICTURE-2). */

const bytes = Buffer.from('the bytes of a picture');
const named = (of: Buffer, size: string) =>
  `/pictures/${createHash('sha256').update(of).digest('hex').slice(0, 32)}-${size}-aabbcc.webp`;
const [small, large] = [named(bytes, '640x480'), named(bytes, '2000x1500')];
const card = large.replace('.webp', '-card.webp');

let stored: Map<string, Buffer>;
let asked: string[];
let places: { site: string; backend: string; kept: string };
beforeEach(async () => {
  [stored, asked] = [new Map(), []];
  const server = createServer(({ url = '' }, response) => {
    const path = url.replace('/storage/v1/object/public', '');
    asked.push(path);
    const found = stored.get(path);
    const type = found === undefined ? 'text/html' : 'image/webp';
    response.writeHead(200, { 'content-type': type }).end(found ?? 'A page');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const folder = mkdtempSync(join(tmpdir(), 'fieldnotes-pictures-'));
  onTestFinished(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });
  places = {
    site: join(folder, 'site'),
    kept: join(folder, 'kept'),
    backend: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  };
});

const inSite = (path: string) => readFileSync(join(places.site, path));

it('PICTURE-2: has the pictures of the content with their cards, and fetches each only once', async () => {
  for (const path of [small, large, card]) stored.set(path, bytes);
  const content = [small, large, '/pictures/sample.svg', 'https://there.example/a.webp'];
  expect(await takePictures(content, places)).toEqual({ taken: 3, missing: [] });
  for (const path of [small, large, card]) expect(inSite(path)).toEqual(bytes);
  rmSync(places.site, { recursive: true });
  // The backend sleeps.
  expect(await takePictures(content, { ...places, backend: '' })).toEqual({
    taken: 3,
    missing: [],
  });
  expect(inSite(card)).toEqual(bytes);
  expect(asked.sort()).toEqual([small, large, card].sort());
});

it('PICTURE-2: takes nothing that is not what its name says, and says what is missing', async () => {
  stored.set(small, bytes.subarray(1));
  expect(await takePictures([small, large], places)).toEqual({
    taken: 0,
    missing: [small, large, card].sort(),
  });
  expect(existsSync(join(places.site, small))).toBe(false);
});

it('PICTURE-2: what an earlier build has kept is fetched again if it is damaged', async () => {
  stored.set(small, bytes);
  await takePictures([small], places);
  writeFileSync(join(places.kept, small), 'cut');
  rmSync(places.site, { recursive: true });
  expect(await takePictures([small], places)).toEqual({ taken: 1, missing: [] });
  expect(inSite(small)).toEqual(bytes);
});
