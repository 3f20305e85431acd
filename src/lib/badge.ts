/** The badge's methods, which are missing in some browsers. */
interface WithBadge {
  setAppBadge?(count: number): Promise<void>;
  clearAppBadge?(): Promise<void>;
}

/** Shows a number on the installed app's icon, where the system has such marks; none for 0. */
export async function showBadge(count: number): Promise<void> {
  const badge: WithBadge = navigator;
  await (count === 0 ? badge.clearAppBadge?.() : badge.setAppBadge?.(count));
}
