import { describe, expect, it } from 'vitest';
import { gatherPictures, type PicturePlaces } from '../../src/content/pictures/gather-pictures.ts';
import { nameOfPixel, redPixel } from '../support/small-pictures.ts';

// @vitest-environment happy-dom

/** PICTURE-6: where an export of the device finds its pictures. */

const pixel = (last: number) => {
  const bytes = new Uint8Array([...redPixel, last]);
  return { file: new Blob([bytes]), name: `pictures/${nameOfPixel(bytes)}` };
};
const [one, two, three] = [pixel(1), pixel(2), pixel(3)];
const names = [one.name, two.name, three.name];

interface Held {
  edits?: Record<string, Blob>;
  kept?: Record<string, Blob>;
  /** By address; undefined for what is not there, null for a host that does not answer. */
  hosts?: (address: string) => Blob | undefined | null;
  isOnline?: boolean;
}

async function gathered(held: Held) {
  const asked: string[] = [];
  const places: PicturePlaces = {
    fileOf: async (name) => held.edits?.[name],
    kept: async (path) => held.kept?.[path],
    async fetch(address) {
      asked.push(address);
      const found = held.hosts?.(address);
      if (found === null) throw new TypeError('Failed to fetch');
      return found;
    },
    isOnline: () => held.isOnline ?? true,
    backend: 'https://backend.example',
  };
  const told: [string, boolean][] = [];
  const found: string[] = [];
  const all = gatherPictures(names, places, (...it) => told.push(it));
  for await (const { name, bytes } of all) {
    found.push(name);
    expect(nameOfPixel(bytes)).toBe(name.slice('pictures/'.length));
  }
  return { found, asked, missing: told.flatMap(([name, isHere]) => (isHere ? [] : [name])) };
}

describe('PICTURE-6: pictures for an export are gathered', () => {
  it('of unsent edits and of what is kept, without a network, and what is not there is told', async () => {
    const held = { edits: { [one.name]: one.file }, kept: { [`/${two.name}`]: two.file } };
    expect(await gathered({ ...held, isOnline: false })).toEqual({
      found: [one.name, two.name],
      asked: [],
      missing: [three.name],
    });
  });

  it('else from the site’s host, and then from the backend', async () => {
    const hosts = (address: string) => {
      if (address === `/${one.name}`) return one.file;
      // A host with a page for everything.
      if (!address.includes('/storage/')) return new Blob(['<!doctype html>']);
      return address.endsWith(two.name) ? two.file : undefined;
    };
    const { found, asked, missing } = await gathered({ hosts });
    expect([found, missing]).toEqual([[one.name, two.name], [three.name]]);
    expect(asked).toHaveLength(5);
    expect(asked[2]).toMatch(`/storage/v1/object/public/${two.name}`);
  });

  it('and taken from the next place, if one has something else under its name', async () => {
    const kept = { [`/${one.name}`]: two.file, [`/${two.name}`]: two.file };
    const { found } = await gathered({
      kept,
      hosts: (it) => (it.includes(one.name) ? one.file : undefined),
    });
    expect(found).toEqual([one.name, two.name]);
  });

  it('without asking a host again that does not answer', async () => {
    const { asked, missing } = await gathered({ hosts: () => null });
    expect(asked).toHaveLength(2);
    expect(missing).toEqual(names);
  });
});
