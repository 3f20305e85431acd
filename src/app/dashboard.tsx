import { lazy } from 'react';
import { loadPart } from '../lib/part.ts';

/** Loaded by admins only. */
export const Dashboard = lazy(async () => {
  const part = await loadPart(() => import('../features/dashboard/dashboard.tsx'));
  return { default: part.Dashboard };
});
