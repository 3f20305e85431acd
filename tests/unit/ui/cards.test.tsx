import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { resources } from '../../../src/content/resources/resources.ts';
import { tools } from '../../../src/content/tools/tools.ts';
import { ResourceCard } from '../../../src/features/resources/resource-card.tsx';
import { ToolCard } from '../../../src/features/tools/tool-card.tsx';
import { exampleRow } from '../../support/example-rows.ts';
import { show, synced } from '../../support/site.tsx';

it('RESOURCES-6 RESOURCES-9: a resource’s card shows what is known of it, and a tag sets the search', () => {
  const onTag = vi.fn();
  const toCount = vi.fn();
  const resource = resources.toItem({
    ...exampleRow(resources, 1, () => ''),
    title: 'A paper',
    description: 'Long',
    link_url: 'https://example.com/paper',
    image_url: '/pictures/paper.svg',
    tags: 'rag,evals',
    Source: 'A journal',
    type: 'audio',
    created_at: '2026-03-05T12:00:00Z',
  } as never);
  const { container } = show(
    <ResourceCard
      resource={resource}
      learning="Evals"
      learningPath="/learnings/evals"
      onTag={onTag}
      toCount={toCount}
    />,
    synced(),
  );
  expect(screen.getByRole('link', { name: /^A paper/ }).getAttribute('href')).toBe(
    'https://example.com/paper',
  );
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/pictures/paper.svg');
  expect(screen.getByText('Source: A journal')).toBeTruthy();
  expect(screen.getByText('Long').className).toContain('line-clamp-4');
  expect(screen.getByText(/^Added on/).textContent).toBe('Added on Mar 5, 2026');
  expect(screen.getByRole('link', { name: 'Evals' }).getAttribute('href')).toBe('/learnings/evals');
  expect(screen.getByRole('img', { name: 'audio' })).toBeTruthy();
  fireEvent.click(within(screen.getByRole('list', { name: 'Tags' })).getByText('evals'));
  expect(onTag).toHaveBeenCalledWith('evals');
  expect(toCount).toHaveBeenCalledTimes(1);
});

it('TOOLS-3 LOOK-8 LEARNINGS-9 DIFF-14: a tool’s card is one link, which opens the tool in a new tab; its tag leads to all that have it', () => {
  const tool = tools.toItem({
    ...exampleRow(tools, 1, () => ''),
    name: 'Ollama',
    bio: 'Runs models',
    tag: 'local, first',
    picture: '/pictures/ollama.svg',
    hyperlink: 'https://example.com/',
  } as never);
  const { container } = show(<ToolCard tool={tool} />, synced());
  const link = screen.getByRole('link', { name: /^Ollama/ });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
    'https://example.com/',
    '_blank',
  ]);
  // Its area is that of the card, its nearest positioned ancestor.
  expect(link.className).toContain('stretched');
  expect(link.closest('.relative')).toBe(container.firstElementChild);
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/pictures/ollama.svg');
  expect(screen.getByText('Runs models')).toBeTruthy();
  const tag = screen.getByRole('link', { name: 'local, first' });
  expect(tag.getAttribute('href')).toBe('/friends?tags=local%5C%2C+first');
});
