import { useAccount } from '../engine/index.ts';

interface NavLink {
  readonly to: string;
  readonly label: string;
}

const forEverybody: readonly NavLink[] = [
  { to: '/', label: 'Home' },
  { to: '/projects', label: 'Projects' },
  { to: '/learnings', label: 'Learnings' },
  { to: '/resources', label: 'Resources' },
  { to: '/friends', label: 'AI Tools' },
  { to: '/contact', label: 'Contact' },
];

/** The sidebar's links, in order: the last is for admins only. */
export function useNavLinks(): readonly NavLink[] {
  const account = useAccount();
  return account?.isAdmin ? [...forEverybody, { to: '/admin', label: 'Admin' }] : forEverybody;
}
