/** What is wrong with a device that keeps nothing, or nothing new; null for nothing. What follows depends on who reads. */
export const deviceTrouble = {
  kept: null,
  silent: 'This device’s storage does not answer.',
  full: 'This device has no room left.',
  failing: 'This device’s storage fails.',
  none: 'This browser keeps nothing for this site.',
} as const;
