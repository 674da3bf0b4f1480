/** `12.4 MB`, from a thousand of them `1.2 GB`, with so many digits after the point. */
export function sizeText(bytes: number, number: (value: number, digits?: number) => string, digits = 1): string {
  return bytes >= 1e9 ? `${number(bytes / 1e9, 1)} GB` : `${number(bytes / 1e6, digits)} MB`;
}
