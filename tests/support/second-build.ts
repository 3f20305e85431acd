import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Puts another build of the site in the place of the one in `folder`, as a deployment does: every script has
 * another name, the old ones are gone, and the page says `<meta name="version" content="2">`.
 */
export function deployAnotherBuild(folder: string): void {
  const assets = join(folder, 'assets');
  const scripts = readdirSync(assets).filter((name) => /-[\w-]{8}\.js$/.test(name));
  const renamed = new Map(scripts.map((name) => [name, name.replace(/[\w-]{2}\.js$/, '00.js')]));
  for (const path of textFiles(folder)) {
    let text = readFileSync(path, 'utf8');
    for (const [from, to] of renamed) text = text.replaceAll(from, to);
    if (path.endsWith('index.html')) {
      text = text.replace('<head>', '<head><meta name="version" content="2">');
    }
    // The worker's list names the page with a revision of its own.
    if (path.endsWith('/sw.js')) text = text.replaceAll(/(revision"?:\s*")[0-9a-f]{2}/g, '$100');
    writeFileSync(path, text);
  }
  for (const [from, to] of renamed) renameSync(join(assets, from), join(assets, to));
}

function textFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const path = join(folder, name);
    // What was compressed or mapped for the first build would speak for the second.
    if (/\.(map|br|gz)$/.test(name)) rmSync(path);
    return /\.(js|html|css)$/.test(name) ? [path] : [];
  });
}
