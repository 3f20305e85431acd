import type { ItemPage } from '../page-links/item-pages.ts';
import type { AnyForm } from './form.ts';
import { canBeKeptBack } from './publishing.ts';

/**
 * Leads to where the site shows an item that was just saved, also a draft, which admins see there. Undefined for a kind of which a
 * list shows everything.
 *
 * @param pages those that are known; a new item is not among them yet
 */
export function viewLink(
  form: AnyForm,
  { id, name }: { readonly id: string; readonly name: string },
  pages: readonly ItemPage[],
): { readonly label: string; readonly about: string; readonly to: string } | undefined {
  if (!canBeKeptBack(form)) return undefined;
  const known = pages.find((page) => page.id === id)?.address();
  const to = known ?? addressOfNew(form.kind.table, id, name);
  return { label: 'View', about: name, to };
}

/** The server may give it another slug than its title says: its id leads there all the same. */
function addressOfNew(table: string, id: string, name: string): string {
  switch (table) {
    case 'commentaries':
      return `/chatter#${id}`;
    case 'ai_tools':
      return `/friends?${new URLSearchParams({ q: name })}`;
    case 'resources':
      // The newest is the first.
      return '/resources';
    default:
      return `/${table}/${id}`;
  }
}
