import { readFileSync } from 'node:fs';
import { sortGeneratorMetadata } from '@supabase/postgrest-typegen/generation';
import { introspect } from '@supabase/postgrest-typegen/introspection';
import { expect, it } from 'vitest';
import { kinds } from '../../src/content/kinds.ts';
import { migratedDatabase } from '../support/database.ts';
import { databaseTypes, TYPES_FILE } from '../support/database-types.ts';

/** The compiler compares definitions with the file (src/content/database-agreement.ts); the rest is compared here. */

it('the file of the database’s types agrees with the migrations; `npm run types` writes it', async () => {
  expect(readFileSync(TYPES_FILE, 'utf8')).toBe(await databaseTypes());
});

it('every published table has its kind, and every kind its table', async () => {
  const database = await migratedDatabase();
  const { rows } = await database.query<{ name: string }>('select name from sync.followed');
  await database.close();
  expect(rows.map(({ name }) => name).sort()).toEqual(kinds.map(({ table }) => table).sort());
});

it('a reference leads to the kind that the table’s foreign key leads to', async () => {
  const database = await migratedDatabase();
  const { relationships } = sortGeneratorMetadata(
    await introspect(database, { includedSchemas: ['public'] }),
  );
  await database.close();
  const keys = relationships.map(
    ({ relation, columns, referenced_relation }) =>
      `${relation}.${columns.join()} → ${referenced_relation}`,
  );
  for (const { table, columns } of kinds) {
    for (const [name, column] of Object.entries(columns)) {
      if (column.sort !== 'reference') continue;
      expect(keys).toContain(`${table}.${name} → ${column.to().table}`);
    }
  }
});
