import * as v from 'valibot';
import type { Change } from './changes.ts';

/** A client's subscription, sent when it joins: one entry for each `.on('postgres_changes', …)`. */
const subscriptionSchema = v.object({
  event: v.picklist(['*', 'INSERT', 'UPDATE', 'DELETE']),
  schema: v.string(),
  table: v.optional(v.string()),
  filter: v.optional(v.string()),
});
export type Subscription = v.InferOutput<typeof subscriptionSchema>;

const joinSchema = v.object({
  config: v.optional(
    v.object({ postgres_changes: v.optional(v.array(subscriptionSchema), []) }),
    {},
  ),
  access_token: v.optional(v.nullable(v.string())),
});

/** Reads the payload of a join; null if it is not valid. */
export function readJoin(
  payload: unknown,
): { subscriptions: Subscription[]; token: string | null } | null {
  const join = v.safeParse(joinSchema, payload);
  if (!join.success) return null;
  const { config, access_token: token } = join.output;
  return { subscriptions: config.postgres_changes ?? [], token: token ?? null };
}

/** Whether a subscription matches a change; `record` is the row, or its key if it was deleted. */
export function matches(
  { event, schema, table, filter }: Subscription,
  change: Change,
  record: Record<string, unknown>,
): boolean {
  if (event !== '*' && event !== change.type) return false;
  if (schema !== '*' && schema !== change.schema) return false;
  if (table !== undefined && table !== '*' && table !== change.table) return false;
  if (filter === undefined) return true;
  const [, column, value] = /^(\w+)=eq\.(.*)$/.exec(filter) ?? [];
  return column !== undefined && String(record[column]) === value;
}
