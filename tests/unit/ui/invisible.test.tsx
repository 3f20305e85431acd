import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { noMembers, withTypedMember } from '../../../src/content/form/members.ts';
import { ProjectDetails } from '../../../src/content/projects/project-details.tsx';
import { CaptureWaits } from '../../../src/features/capture/capture-waits.tsx';
import { thingInWords } from '../../../src/features/outbox/change-words.ts';
import { addCapture } from '../../../src/lib/captures.ts';
import { openDashboard } from '../../support/dashboard.tsx';
import { resourceRow } from '../../support/rows.ts';
import { listOf, newDevice, show, synced } from '../../support/site.tsx';

/** What consists of characters that nobody sees is treated as nothing, wherever words stand for something (lib/invisible.ts). */

const unseen = '\u200b\u3164';

beforeEach(() => localStorage.clear());

it('the words of an edit do not quote it', () => {
  expect(thingInWords('learnings', { title: unseen })).toBe('learning');
});

it('a resource that is typed into a learning’s form is none with such a title', () => {
  const typed = { ...noMembers, typing: { title: unseen, address: 'https://a.example' } };
  expect(withTypedMember(typed)).toBe(typed);
});

it.each([
  ['Markdown', `${unseen}\n\n**${unseen}**`],
  ['HTML', `<p>${unseen}</p>`],
])('details in %s are none', async (_, details) => {
  show(<ProjectDetails details={details} of="p" />, synced());
  expect(await screen.findByText('No details provided for this project yet.')).toBeTruthy();
});

it('a shared link is called by what can be seen of it', () => {
  addCapture({ title: unseen, text: '', url: 'https://a.example/' });
  show(<CaptureWaits />, synced());
  expect(screen.getByText('https://a.example/')).toBeTruthy();
});

it('a row of the dashboard does not say it', async () => {
  const device = await newDevice();
  await device.arrive({
    resources: [resourceRow({ title: 'Named', type: 'audio', Source: unseen })],
  });
  await openDashboard(device, 'resources');
  const list = await listOf('Resources');
  expect(await list.findByText('Audio')).toBeTruthy();
});
