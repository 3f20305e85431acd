import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isAsNamed } from '../../src/content/pictures/is-as-named.ts';
import { contentFile, writeContentZip } from '../../src/content/write-content-zip.ts';
import { readTakeout } from '../../tools/owner/read-takeout.ts';
import { corners, picture } from '../support/made-pictures.ts';
import { nameOfPixel, redPixel } from '../support/small-pictures.ts';

/** What an export has written, as an import reads it. */

const rows = '{"fieldnotes":"content","version":1,"content":{}}';
const name = `pictures/${nameOfPixel(redPixel)}`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldnotes-takeout-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function written(data: string | Uint8Array): string {
  const file = join(folder, 'takeout');
  writeFileSync(file, data);
  return file;
}

const zipped = (files: Zippable) => written(zipSync(files));
const bytesOf = (path: string, of = name) => readTakeout(path).pictures.get(of)?.();

describe('PICTURE-5: an export is read', () => {
  it('as the zip that was written: the rows, and each picture when it is asked for', async () => {
    const zip = await writeContentZip(
      [contentFile(rows)],
      (async function* () {
        yield { name, bytes: redPixel };
      })(),
    );
    const path = written(new Uint8Array(await zip.arrayBuffer()));
    const { text, pictures, ignored } = readTakeout(path);
    expect([text, [...pictures.keys()], ignored]).toEqual([rows, [name], []]);
    expect(bytesOf(path)).toEqual(redPixel);
  });

  it('as a file of rows alone, from before there were pictures', () => {
    expect(readTakeout(written(rows))).toEqual({ text: rows, pictures: new Map(), ignored: [] });
  });

  it('as the folder that the zip was unpacked to, without what a link in it leads to', () => {
    const other = name.replace(/^pictures\/./, 'pictures/f');
    mkdirSync(join(folder, 'pictures'));
    writeFileSync(join(folder, 'content.json'), rows);
    writeFileSync(join(folder, name), redPixel);
    symlinkSync('/etc/passwd', join(folder, other));
    const { text, pictures } = readTakeout(folder);
    expect([text, [...pictures.keys()]]).toEqual([rows, [name]]);
    expect(bytesOf(folder)).toEqual(redPixel);
  });

  it('as a folder that somebody has zipped as a whole', () => {
    const path = zipped({
      'takeout/content.json': strToU8(rows),
      [`takeout/${name}`]: redPixel,
      '__MACOSX/takeout/._content.json': strToU8('x'),
    });
    expect(readTakeout(path).text).toBe(rows);
    expect(bytesOf(path)).toEqual(redPixel);
    expect(readTakeout(path).ignored).toEqual(['__MACOSX/takeout/._content.json']);
  });

  it('without names that are no picture’s: none leads anywhere', () => {
    const strange = [
      `../../${name}`,
      `/${name}`,
      `pictures/../${name}`,
      `pictures\\${nameOfPixel(redPixel)}`,
      'pictures/words.txt',
      name.replace('.png', '.svg'),
      'index.html',
    ];
    const path = zipped({
      'content.json': strToU8(rows),
      ...Object.fromEntries(strange.map((it) => [it, redPixel])),
    });
    const { pictures, ignored } = readTakeout(path);
    expect([...pictures]).toEqual([]);
    expect([...ignored].sort()).toEqual(strange.sort());
  });
});

describe('PICTURE-5: an export that is none, or means harm, is refused with the reason:', () => {
  const whole = zipSync({ 'content.json': strToU8(rows), [name]: redPixel });
  const at = (pattern: string, from = 0) => Buffer.from(whole).indexOf(pattern, from, 'latin1');
  const list = at('PK\u0001\u0002');

  it.each([
    ['half a zip', whole.subarray(0, whole.length / 2), /damaged: Its end is missing/],
    ['a zip without rows', zipSync({ [name]: redPixel }), /no content\.json in it/],
    [
      'a list that leads behind the end',
      Buffer.from(whole).fill(0xfe, whole.length - 6, whole.length - 2),
      /damaged/,
    ],
    [
      'a count without a list',
      Buffer.from(whole).fill(0xff, whole.length - 12, whole.length - 10),
      /damaged/,
    ],
  ])('%s', (_, bytes, reason) => {
    expect(() => readTakeout(written(bytes))).toThrow(reason);
  });

  it('a bomb: no more is unpacked than the zip claims, and no more than a picture can have', () => {
    const bomb = zipSync({ 'content.json': strToU8(rows), [name]: new Uint8Array(50_000_000) });
    expect(bytesOf(written(bomb))).toBe('it has more than 10 MB');
    const lying = Buffer.from(bomb);
    // Its size in the list.
    lying.writeUInt32LE(1_000, lying.lastIndexOf('PK\u0001\u0002') + 24);
    expect(bytesOf(written(lying))).toMatch(/cannot be read/);
    // The rows, too.
    const claim = Buffer.from(whole);
    claim.writeUInt32LE(4_000_000_000, list + 24);
    expect(() => readTakeout(written(claim))).toThrow(/content\.json is too large/);
  });

  it('a picture that is cut or changed, and no other', () => {
    const changed = Buffer.from(whole);
    const pixel = changed.indexOf(Buffer.from(redPixel).subarray(0, 8));
    changed.writeUInt8(0, (pixel === -1 ? at('PK\u0003\u0004', 10) + 90 : pixel) + 2);
    const path = written(changed);
    expect(readTakeout(path).text).toBe(rows);
    expect(bytesOf(path)).toMatch(/cannot be read/);
  });
});

describe('PICTURE-5: a file is what its name says', () => {
  const named = (size: string, ending: string, card = '') =>
    `pictures/${nameOfPixel(redPixel).slice(0, 32)}-${size}-aabbcc${card}.${ending}`;

  it('if the name is the hash of its bytes', async () => {
    expect(await isAsNamed(name, redPixel)).toBe(true);
    expect(await isAsNamed(name, new Uint8Array([...redPixel, 0]))).toBe(false);
    expect(await isAsNamed('pictures/words.txt', redPixel)).toBe(false);
    expect(await isAsNamed(name.replace('pictures/', ''), redPixel)).toBe(false);
  });

  it('if it is a card of that shape and sort, or the picture itself', async () => {
    const webp = await picture('webp', 640, 480);
    const large = new Uint8Array(await corners(1280, 960).encode('webp', 90));
    expect(await isAsNamed(named('1280x960', 'webp', '-card'), webp)).toBe(true);
    expect(await isAsNamed(named('1280x960', 'webp', '-card'), large)).toBe(true);
    expect(await isAsNamed(named('1280x900', 'webp', '-card'), webp)).toBe(false);
    expect(await isAsNamed(named('1280x960', 'png', '-card'), webp)).toBe(false);
    expect(await isAsNamed(named('1280x960', 'webp', '-card'), redPixel)).toBe(false);
    expect(await isAsNamed(named('1280x960', 'webp', '-card'), webp.slice(0, 40))).toBe(false);
  });
});
