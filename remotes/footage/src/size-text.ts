/** `12.4 MB`, from a thousand of them `1.2 GB`, with so many digits after the point, as the locale writes them: `12,4 Mo`. */
export function sizeText(bytes: number, locale: string, digits = 1): string {
  const [unit, of, most] = bytes >= 1e9 ? (['gigabyte', 1e9, 1] as const) : (['megabyte', 1e6, digits] as const);
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: most }).format(bytes / of);
}
