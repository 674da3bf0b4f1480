/** How long the browser has to take a file over, in milliseconds. */
const lifeMs = 60_000;

/** Gives bytes to the browser as a file of that name. */
export function saveBlob(bytes: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(bytes);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), lifeMs);
}
