import { formatSettings, locales, savePreferences, unitSystems, useSession, useText } from '@outrider/sdk';
import { useId } from 'react';

import { localeNames } from './locale-names';

/** The locale panel, language and units: they change at once, everywhere, and are kept with the user. */
export function LocaleFields({ className }: { className: string }) {
  const t = useText('shell');
  const id = useId();
  const { locale, units } = formatSettings(useSession());
  return (
    <>
      <div className={className}>
        <label htmlFor={`${id}-language`}>{t('account.language')}</label>
        <select id={`${id}-language`} value={locale} onChange={(event) => void savePreferences({ global: { locale: event.target.value } })}>
          {locales.map((one) => (
            <option key={one} value={one} lang={one}>
              {localeNames[one]}
            </option>
          ))}
        </select>
      </div>
      <div className={className}>
        <label htmlFor={`${id}-units`}>{t('account.units')}</label>
        <select id={`${id}-units`} value={units} onChange={(event) => void savePreferences({ global: { units: event.target.value } })}>
          {unitSystems.map((one) => (
            <option key={one} value={one}>
              {t(`units.${one}`)}
            </option>
          ))}
        </select>
      </div>
    </>
  );
}
