import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Backend } from '../../page/contestant.ts';

/** The table, as users of supabase-js read and write it. */

export const TABLE = 'links';

/** PostgREST gives at most 1,000 rows an answer. */
export const PAGE = 1_000;

/** A row as PostgREST sends it. */
export interface Link {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly link_url: string | null;
  readonly image_url: string | null;
  readonly tags: string | null;
  readonly type: string | null;
  readonly Source: string | null;
  readonly learning_id: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly _deleted: boolean;
}

export const clientOf = ({ url, key }: Backend): SupabaseClient => createClient(url, key);

/** Every row, newest first, page by page. */
export async function selectAll(supabase: SupabaseClient): Promise<Link[]> {
  const rows: Link[] = [];
  for (;;) {
    const { data, error } = await supabase
      .from(TABLE)
      .select('*')
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .range(rows.length, rows.length + PAGE - 1);
    if (error) throw error;
    rows.push(...data);
    if (data.length < PAGE) return rows;
  }
}

export async function patchRow(
  supabase: SupabaseClient,
  id: string,
  patch: Partial<Link>,
): Promise<void> {
  const { error } = await supabase.from(TABLE).update(patch).eq('id', id);
  if (error) throw error;
}
