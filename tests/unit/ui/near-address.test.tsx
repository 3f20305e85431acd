import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { expect, it } from 'vitest';
import { LearningPage } from '../../../src/features/learnings/learning-page.tsx';
import { NotFoundPage } from '../../../src/features/not-found/not-found-page.tsx';
import { ProjectPage } from '../../../src/features/project/project-page.tsx';
import { learningRow, projectRow } from '../../support/rows.ts';
import { show, synced } from '../../support/site.tsx';

/** ADDRESS-5 */

const device = () =>
  synced({
    projects: [projectRow({ title: 'Tunnel lamp', slug: 'lamp' })],
    learnings: [
      learningRow({ title: 'Lamps in tunnels', slug: 'tunnels' }),
      learningRow({ title: 'Something else', slug: 'else' }),
    ],
  });
const offered = () =>
  screen
    .findByRole('navigation', { name: 'Perhaps you are looking for' })
    .then((nav) =>
      [...nav.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')]),
    );
const pages = (
  <Routes>
    <Route path="/learnings/:slug" element={<LearningPage />} />
    <Route path="/projects/:projectId" element={<ProjectPage />} />
    <Route path="*" element={<NotFoundPage />} />
  </Routes>
);

it.each([
  '/learnings/the-tunnel-lamp',
  '/projects/Tunnel%20lamp',
  '/blog/tunnel/lamp.html',
  '/%25-tunnel-lamp',
])('ADDRESS-5: %s, which nothing answers, offers what its words find', async (address) => {
  show(pages, device(), address);
  expect(await offered()).toEqual([
    ['Tunnel lamp', '/projects/lamp'],
    ['Lamps in tunnels', '/learnings/tunnels'],
  ]);
});

it('ADDRESS-5: what finds nothing offers nothing', async () => {
  show(pages, device(), '/learnings/else');
  await screen.findByRole('heading', { level: 1, name: 'Something else' });
  expect(screen.queryByRole('navigation')).toBeNull();
});

it.each([
  '/2024/03/tunnels',
  '/2024/03/tunnels/?a#b',
  '/2024/03/tunnels/index.html',
  encodeURI('/\u00fcber/tunnels'),
])('ADDRESS-6: %s, where an item was on another site, leads to the item', async (address) => {
  const former = ['/2024/03/tunnels', '/\u00fcber/tunnels'];
  const device = synced({
    projects: [projectRow({ title: 'Tunnel lamp', slug: 'lamp' })],
    learnings: [learningRow({ title: 'Lamps in tunnels', slug: 'tunnels', former_slugs: former })],
  });
  show(pages, device, address);
  await screen.findByRole('heading', { level: 1, name: 'Lamps in tunnels' });
});
