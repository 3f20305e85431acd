/** Hands a text to the browser as a file to be saved. */
export function downloadText(name: string, text: string, type = 'application/json'): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Not at once: Safari has not yet begun to read it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
