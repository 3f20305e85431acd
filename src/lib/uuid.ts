/** A random uuid (version 4). `crypto.randomUUID` is missing on pages served without TLS, such as a preview on a phone. */
export function uuid(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  const hex = bytes
    .map((byte, place) => marked(byte, place).toString(16).padStart(2, '0'))
    .join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** An id from an address or a file, as rows have it: people and programs also write uuids in capitals. Other text is returned as it is. */
export function asInRows(id: string): string {
  return /^[\da-f-]{36}$/i.test(id) ? id.toLowerCase() : id;
}

/** The version and the variant have fixed positions. */
function marked(byte: number, place: number): number {
  if (place === 6) return (byte & 0x0f) | 0x40;
  if (place === 8) return (byte & 0x3f) | 0x80;
  return byte;
}
