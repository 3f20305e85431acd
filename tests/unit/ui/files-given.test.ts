import { describe, expect, it } from 'vitest';
import { picturesGiven } from '../../../src/content/pictures/files-given.ts';

/** PICTURE-4: which pasted or dropped files are pictures for the text. */

const picture = new File(['x'], 'image.png', { type: 'image/png' });

function given(data: Readonly<Record<string, string>>, ...files: File[]): DataTransfer {
  const getData = (type: string) => data[type] ?? '';
  return { files, getData } as unknown as DataTransfer;
}

describe('of what is given', () => {
  it.each([
    ['a screenshot', given({}, picture)],
    [
      'a picture of a page, with its address',
      given(
        {
          'text/html': '<meta charset="utf-8"><img src="https://x.example/a.png" alt="Two cats">',
          'text/uri-list': 'https://x.example/a.png',
          'text/plain': 'https://x.example/a.png',
        },
        picture,
      ),
    ],
    ['a file that was copied, with its name', given({ 'text/plain': 'image.png' }, picture)],
  ])('%s is a picture', (_, it) => {
    expect(picturesGiven(it)).toEqual([picture]);
  });

  it.each(['', 'application/octet-stream', 'image/heic'])(
    'a photo of a phone is a picture, also where its type is “%s”',
    (type) => {
      const photo = new File(['x'], 'IMG_0001.HEIC', { type });
      expect(picturesGiven(given({}, photo))).toEqual([photo]);
    },
  );

  it.each([
    [
      'cells of a spreadsheet, which come as a picture of them, too',
      given(
        {
          'text/html':
            '<html><head><style>td {color: red}</style></head><body><table><tr><td>a</td><td>1</td></tr></table></body></html>',
          'text/plain': 'a\t1',
        },
        picture,
      ),
    ],
    ['words alone', given({ 'text/plain': 'words' })],
    ['another file', given({}, new File(['x'], 'a.pdf', { type: 'application/pdf' }))],
    ['nothing', null],
  ])('%s are none', (_, it) => {
    expect(picturesGiven(it)).toEqual([]);
  });
});
