import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateTypescript, sortGeneratorMetadata } from '@supabase/postgrest-typegen/generation';
import { introspect } from '@supabase/postgrest-typegen/introspection';
import { migratedDatabase } from './database.ts';

/**
 * `npm run types`: writes the types of the database that the migrations make, by the generator of `supabase gen types`.
 * That command itself needs a hosted project or Docker; tests/hosted/run.ts compares its output on a hosted project
 * with the file.
 */

export const TYPES_FILE = join(import.meta.dirname, '../../src/content/database-types.ts');

export async function databaseTypes(): Promise<string> {
  const database = await migratedDatabase();
  try {
    const metadata = await introspect(database, { includedSchemas: ['public'] });
    return await generateTypescript(sortGeneratorMetadata(metadata), {
      detectOneToOneRelationships: true,
    });
  } finally {
    await database.close();
  }
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  writeFileSync(TYPES_FILE, await databaseTypes());
}
