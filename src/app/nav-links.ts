import { useAccount } from '../engine/index.ts';
import { pages } from './pages.tsx';

interface NavLink {
  readonly to: string;
  readonly label: string;
}

const forEverybody: readonly NavLink[] = pages.flatMap(({ id, link }) =>
  link === undefined ? [] : [{ to: id, label: link }],
);

/** The sidebar's links in order; the last is for admins only. */
export function useNavLinks(): readonly NavLink[] {
  const account = useAccount();
  return account?.isAdmin ? [...forEverybody, { to: '/admin', label: 'Admin' }] : forEverybody;
}
