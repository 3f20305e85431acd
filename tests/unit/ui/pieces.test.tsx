import { readdirSync, readFileSync } from 'node:fs';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PiecesPage } from '../../../src/features/pieces/pieces-page.tsx';
import { show, synced } from '../../support/site.tsx';

const ui = 'src/ui';
const pieces = 'src/features/pieces';
const source = readdirSync(pieces)
  .map((file) => readFileSync(`${pieces}/${file}`, 'utf8'))
  .join('\n');

const components = readdirSync(ui)
  .filter((file) => file.endsWith('.tsx'))
  .flatMap((file) =>
    [...readFileSync(`${ui}/${file}`, 'utf8').matchAll(/^export function ([A-Z]\w+)/gm)].map(
      ([, name]) => ({ file, name: name ?? '' }),
    ),
  )
  // One stands around the whole site, this page with it, the others within other pieces.
  .filter(
    ({ name }) =>
      !['ToastProvider', 'TextPictures', 'TextPicturesLater', 'EnlargedLater'].includes(name),
  );

it.each(components)('$name of src/ui/$file is on the page of pieces', ({ file, name }) => {
  expect(source).toContain(`/ui/${file}'`);
  expect(source).toMatch(new RegExp(`<${name}\\b`));
});

it('the page of pieces shows each under the name of its file', () => {
  show(<PiecesPage />, synced());
  const named = new Set(screen.getAllByRole('heading', { level: 3 }).map((it) => it.textContent));
  const layout = ['page-column', 'page-heading', 'section'];
  const files = [...new Set(components.map(({ file }) => file.replace('.tsx', '')))];
  expect(files.filter((file) => !named.has(file) && !layout.includes(file))).toEqual([]);
});
