/**
 * Whether a key press belongs to an input method, with which Japanese, Chinese and Korean are written: it confirms a word, or drops
 * it, and must not also save, send or close. Safari reports the press that confirms once the composition is over; there only its
 * code still tells.
 */
export function isForInputMethod({
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return isComposing || keyCode === 229;
}
