import { describe, expect, it } from 'vitest';
import { addressAtBackend, pictureFilesIn, sitePicture } from '../../src/lib/site-picture.ts';

const hash = '0123456789abcdef0123456789abcdef';
const large = `/pictures/${hash}-2000x1500-aabbcc.webp`;

describe('PICTURE-1: the name of a picture that was taken in', () => {
  it('says its size, its colour, and where its card is', () => {
    expect(sitePicture(large)).toEqual({
      width: 2000,
      height: 1500,
      colour: '#aabbcc',
      card: `/pictures/${hash}-2000x1500-aabbcc-card.webp`,
    });
  });

  it('has no card where the picture is no wider than one', () => {
    expect(sitePicture(`/pictures/${hash}-640x480-aabbcc.png`)?.card).toBeNull();
  });

  it('is found in texts, once, with its card', () => {
    const small = `/pictures/${hash}-640x480-aabbcc.png`;
    const text = JSON.stringify([`![a](${large})\n<img src="${small}"> ${large}x ${large}`, small]);
    const card = sitePicture(large)?.card;
    expect(pictureFilesIn(text)).toEqual([large, card, small].map((it) => it?.slice(1)));
  });

  it.each([
    '/pictures/projects/evals.svg',
    `/pictures/${hash}-0x480-aabbcc.png`,
    `/pictures/${hash}-640x480-aabbcc.svg`,
    `/pictures/${hash}-640x480-aabbcc.png?x`,
    `/pictures/${hash.toUpperCase()}-640x480-aabbcc.png`,
    `https://example.com/pictures/${hash}-640x480-aabbcc.png`,
  ])('is not %s', (address) => {
    expect(sitePicture(address)).toBeNull();
    expect(addressAtBackend(address, 'https://b.example')).toBeNull();
  });

  it('leads to the storage of whatever backend there is', () => {
    const card = sitePicture(large)?.card ?? '';
    for (const path of [large, card])
      expect(addressAtBackend(path, 'https://b.example')).toBe(
        `https://b.example/storage/v1/object/public${path}`,
      );
  });
});
