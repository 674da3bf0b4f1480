import { useFormat } from '@outrider/sdk';
import { useMemo } from 'react';

const codes =
  'AD AE AL AM AR AT AU AZ BA BE BG BH BO BR BY CA CH CL CN CO CR CY CZ DE DK DO DZ EC EE EG ES FI FR GB GE GH GR GT HK HN HR HU ID IE IL IN IS IT JM JO JP KE KR KW KZ LB LI LK LT LU LV MA MC MD ME MK MT MX MY NG NI NL NO NZ OM PA PE PH PK PL PT PY QA RO RS SA SE SG SI SK SM SV TH TN TR TT TW UA US UY UZ VE VN ZA';

/** The time zones that the browser knows. */
const zones = Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value.replaceAll('_', ' ') }));

/** The time zones with one more, if the browser knows it by another name, or only by itself, as UTC. */
export function zonesWith(zone: string): { value: string; label: string }[] {
  return zone === '' || zones.some(({ value }) => value === zone) ? zones : [{ value: zone, label: zone.replaceAll('_', ' ') }, ...zones];
}

/** The countries by their names in the user's language. */
export function useCountries(): { value: string; label: string }[] {
  const { locale } = useFormat().settings;
  return useMemo(() => {
    const names = new Intl.DisplayNames([locale], { type: 'region' });
    return codes
      .split(' ')
      .map((value) => ({ value, label: names.of(value) ?? value }))
      .sort((a, b) => a.label.localeCompare(b.label, locale));
  }, [locale]);
}
