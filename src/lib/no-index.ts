import { forgetHead } from './forget-head.ts';

/**
 * What a `<meta>` says on a page that search engines must not keep. As it comes, what the host's file says of the address goes:
 * words of something else, or a `noindex` of its own, which is there until the address is known.
 */
export const noIndex = {
  name: 'robots',
  content: 'noindex',
  // React calls it with null as the element goes.
  ref: (meta: HTMLMetaElement | null) => void (meta && forgetHead()),
};
