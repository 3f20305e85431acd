import { ownersZone } from '../../lib/owner-days.ts';

/** The field for the time from which readers see an item. */
export const publicationField = {
  label: 'Publish at (Optional)',
  hint: `By the clock of ${ownersZone}. Left empty, it is published at once. Until then only admins see it.`,
};
