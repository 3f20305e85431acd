import { readFlags } from '../../support/flags.ts';
import { nginxProgram } from '../../support/nginx.ts';
import { postgresPrograms } from '../../support/postgres.ts';
import { databaseTable, measureDatabase } from './database.ts';
import { measureReaders } from './readers.ts';

/**
 * `npm run bench:scale` measures what readers and writers cost the server, and prints it as Markdown, for
 * docs/scale.md. `--readers 10000` behind a cache; `--seconds 5` for each call of the database.
 */

const { values } = readFlags({
  seconds: { type: 'string', default: '5' },
  readers: { type: 'string', default: '10000' },
});
if (postgresPrograms === null || nginxProgram === null) {
  throw new Error('PostgreSQL or nginx is missing: apt-get install postgresql nginx');
}
console.log(await measureReaders(nginxProgram, Number(values.readers)));
console.log();
console.log(databaseTable(await measureDatabase(postgresPrograms, Number(values.seconds))));
