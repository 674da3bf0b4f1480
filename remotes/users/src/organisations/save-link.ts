/** Has the browser save what an address of this product leads to, under the name that the server says. */
export function saveLink(location: string): void {
  const link = document.createElement('a');
  link.href = location;
  link.download = '';
  link.click();
}
