/** The message by which an admin's page asks the worker to keep every part of the site that admins use (sw/keep-admin-parts.ts). */
export const KEEP_ADMIN_PARTS = 'KEEP_ADMIN_PARTS';
