import { partLater } from '../ui/part-later.tsx';

/**
 * ADDRESS-5: what the words of an address find that nothing answers. Without it the page says what it said.
 *
 * @param props.address percent-decoded or not
 */
export const NearAddress = partLater(
  async () => (await import('./near-address-list.tsx')).NearAddressList,
);
