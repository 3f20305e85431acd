/** A part of the site's code that failed to load: the host has a newer build, or there is no network. */
export class PartMissing extends Error {
  override readonly name = 'PartMissing';
}

/** Fired on the window when a part is missing, so that the frame can look for the version that has it. */
export const PART_MISSING = 'fieldnotes:part-missing';

/**
 * Loads a part of the site on demand.
 *
 * @param load a dynamic import
 * @throws {PartMissing} with the browser's error as its cause
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (cause) {
    window.dispatchEvent(new Event(PART_MISSING));
    throw new PartMissing('A part of this site is not on this device.', { cause });
  }
}
