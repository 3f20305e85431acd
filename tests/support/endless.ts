/** A name, and a filter that takes practically for ever to evaluate on it. */

export const longName = `${'a'.repeat(3_000)}b`;

/** The pattern backtracks: no end of the name is its beginning, and every split of it is tried. */
export const endlessFilter = ['name', 'match', '^(.+)(.+)(.+)(.+)\\1$'] as const;
