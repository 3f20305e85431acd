import type { KindName } from '../../content/kinds.ts';
import type { Way } from '../../content/search/ways.ts';

/** An item that came since the last visit, and where it is. */
export interface NewItem {
  /** Unique only with its kind. */
  readonly id: string;
  readonly kind: KindName;
  readonly title: string;
  readonly way: Way;
}
