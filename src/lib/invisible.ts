/**
 * Whether nothing of a text can be seen: it is empty, or consists of white space, control and format characters, and
 * letters that have no shape, such as U+3164 and the blank pattern of Braille. The rule for every text that is required.
 */
export function isInvisible(text: string): boolean {
  return !/[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);
}
