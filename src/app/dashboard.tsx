import { lazy } from 'react';

/** Loaded by admins only. */
export const Dashboard = lazy(async () => ({
  default: (await import('../features/dashboard/dashboard.tsx')).Dashboard,
}));
