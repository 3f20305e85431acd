import { screen } from '@testing-library/react';
import type { Account } from '../../src/engine/index.ts';
import { Dashboard } from '../../src/features/dashboard/dashboard.tsx';
import { admin, type Device } from './site.tsx';

/**
 * Signs in and opens a tab of the dashboard; waits until its form is there.
 *
 * @param options.edit the id of a row that its form opens with
 */
export async function openDashboard(
  device: Device,
  tab: string,
  {
    account = admin,
    edit,
    onSignOut = () => {},
    ...options
  }: { account?: Account; edit?: string; onSignOut?: () => void } & Parameters<
    Device['open']
  >[1] = {},
) {
  await device.signIn(account);
  const shown = device.open(`/admin?tab=${tab}${edit === undefined ? '' : `&edit=${edit}`}`, {
    screen: <Dashboard onSignOut={onSignOut} />,
    ...options,
  });
  await screen.findAllByRole('form');
  return shown;
}
