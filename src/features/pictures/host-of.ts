/** `example.org`, of an absolute address. */
export function hostOf(address: string): string {
  try {
    return new URL(address).host;
  } catch {
    return 'the other site';
  }
}
