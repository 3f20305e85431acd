/** Why a device stores nothing, or nothing new; null if it is fine. What it means depends on the reader. */
export const deviceTrouble = {
  kept: null,
  silent: 'This device’s storage does not answer.',
  full: 'This device has no room left.',
  failing: 'This device’s storage fails.',
  none: 'This browser keeps nothing for this site.',
} as const;
