/** ISO 3166 codes of the countries that an organisation may be in. */
const codes =
  'AD AE AL AM AR AT AU AZ BA BE BG BH BO BR BY CA CH CL CN CO CR CY CZ DE DK DO DZ EC EE EG ES FI FR GB GE GH GR GT HK HN HR HU ID IE IL IN IS IT JM JO JP KE KR KW KZ LB LI LK LT LU LV MA MC MD ME MK MT MX MY NG NI NL NO NZ OM PA PE PH PK PL PT PY QA RO RS SA SE SG SI SK SM SV TH TN TR TT TW UA US UY UZ VE VN ZA';

/** Codes and names in `language`, by name. */
export function countriesIn(language: string): [code: string, name: string][] {
  const names = new Intl.DisplayNames([language], { type: 'region' });
  return codes
    .split(' ')
    .map((code): [string, string] => [code, names.of(code) ?? code])
    .sort(([, a], [, b]) => a.localeCompare(b, language));
}

/** The country of the first of the browser's languages that names one; GB without one. */
export function likelyCountry(preferred: readonly string[]): string {
  const regions = preferred.map((tag) => new Intl.Locale(tag).region).filter((region) => region !== undefined && codes.includes(region));
  return regions[0] ?? 'GB';
}
