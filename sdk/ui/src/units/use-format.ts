import { useMemo } from 'react';

import { localeOf } from '../i18n';
import { shellInfo, useSession, type SessionInfo } from '../session';
import { Format, type FormatSettings } from './format';
import { unitSystemOf } from './units';

/** How a session's user reads values: their preferences, else their organisation's country. */
export function formatSettings({ preferences, Org }: SessionInfo): FormatSettings {
  return {
    locale: localeOf(preferences.global.locale, Org.locale),
    units: unitSystemOf(preferences.global.units, Org.countryCode),
    zone: Org.zone || 'UTC',
  };
}

/** Formats for the signed-in user; changes at once everywhere when the preferences do. */
export function useFormat(): Format {
  const { locale, units, zone } = formatSettings(useSession());
  return useMemo(() => new Format({ locale, units, zone }), [locale, units, zone]);
}

/** The same outside React, such as for markers that Leaflet draws. */
export function currentFormat(): Format {
  const info = shellInfo();
  return new Format(info ? formatSettings(info.session) : { locale: 'en-GB', units: 'Metric', zone: 'UTC' });
}
