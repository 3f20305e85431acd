import type { ReactNode } from 'react';
import { useAccount } from '../../engine/index.ts';
import { StretchedLink } from '../../ui/stretched-link.tsx';
import { itemPath } from '../addresses.ts';
import type { Learning } from './learnings.ts';

/**
 * LEARNING-1: the link of a card to its learning, which goes along in the navigation's state. Who is signed in takes nothing
 * along: the browser keeps the state after the sign-out, and it may be a draft, or an edit that is not sent yet.
 *
 * @param address its part of an address: the slug or the id (addresses.ts)
 */
export function LearningLink({
  learning,
  address,
  children,
}: {
  learning: Learning;
  address: string;
  children: ReactNode;
}) {
  const isNobodys = useAccount() === null;
  return (
    <StretchedLink to={itemPath('learnings', address)} state={isNobodys ? { learning } : undefined}>
      {children}
    </StretchedLink>
  );
}
