import type { Device } from './device.ts';
import type { Operation } from './operations.ts';
import { pick } from './rows-at-hand.ts';
import { settle } from './storage.ts';
import type { World } from './world.ts';

/** Tabs of one device that do not hear of each other's commits in time. */

export async function fallBehind(
  { clock }: World,
  device: Device,
  { which, ms, twice }: Extract<Operation, { do: 'fall behind' }>,
): Promise<void> {
  while (device.tabs.length < 2) device.openTab();
  await settle();
  const { hearing } = pick(device.tabs, which);
  hearing.fallBehind();
  clock.set(() => hearing.catchUp(twice), ms);
}

export async function goAway({ clock }: World, device: Device, ms: number): Promise<void> {
  while (device.tabs.length < 2) device.openTab();
  await device.finish();
  const unused = device.tabs.filter((tab) => tab !== device.tab && !tab.isAway);
  const tab = pick(unused, 0);
  tab.goAway();
  clock.set(() => tab.isAway && tab.page.tell('shown'), ms);
}
