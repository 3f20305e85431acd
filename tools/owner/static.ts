import { writeFileSync } from 'node:fs';
import { zipSync } from 'fflate';
import { siteDir } from '../server/commands/settings.ts';
import { NoContent, picturesMissing, staticCopy } from './static-copy.ts';

/** `npm run static -- site.zip`: writes the built site as files to read into a zip, which must not exist. */
const [file] = process.argv.slice(2);
try {
  if (file === undefined) throw new NoContent('Name a file: npm run static -- site.zip');
  const files = staticCopy(siteDir);
  writeFileSync(file, zipSync(Object.fromEntries(files)), { flag: 'wx' });
  const pages = [...files.keys()].filter((name) => name.endsWith('.html'));
  console.log(`${pages.length} pages are in ${file}.`);
  for (const name of picturesMissing(siteDir, files))
    console.log(`${name} is not in it: the build could not get it. Build again with the backend.`);
} catch (error) {
  if (Object(error).code === 'EEXIST') console.error(`${file} exists already.`);
  else if (error instanceof NoContent) console.error(error.message);
  else throw error;
  process.exitCode = 1;
}
