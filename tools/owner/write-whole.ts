import { realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';

/**
 * Writes a file that is there already, at once: beside it first, then in its place. Whoever reads it finds the old text or the
 * new one, also when this is stopped in between.
 */
export function writeWhole(file: string, text: string): void {
  // A link would be replaced by a file.
  const place = realpathSync(file);
  const beside = `${place}.${process.pid}.new`;
  try {
    writeFileSync(beside, text, { mode: statSync(place).mode });
    renameSync(beside, place);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}
