/** A name, and a filter by which looking at it takes longer than anybody waits. */

export const longName = `${'a'.repeat(3_000)}b`;

/** It backtracks: no end of the name is its beginning, and every split of it is tried. */
export const endlessFilter = ['name', 'match', '^(.+)(.+)(.+)(.+)\\1$'] as const;
