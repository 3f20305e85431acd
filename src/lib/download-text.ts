/** Offers a text to the reader as a file to save. */
export function downloadText(name: string, text: string, type = 'application/json'): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Safari needs the address a little longer: it starts to read after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
