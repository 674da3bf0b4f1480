import { formatSettings, locales, unitSystems, useSession, useText } from '@outrider/sdk';
import { useId } from 'react';

import { savePreference } from './save-preference';

/** How each locale calls itself. */
const localeNames: Record<(typeof locales)[number], string> = {
  'en-GB': 'English (UK)',
  'en-IE': 'English (Ireland)',
  'en-US': 'English (US)',
  'de-DE': 'Deutsch',
  'es-ES': 'Español',
  'nl-NL': 'Nederlands',
  'fr-FR': 'Français',
};

/** Language and units: they change at once, everywhere, and are kept with the user. */
export function LocaleChoice() {
  const t = useText('shell');
  const id = useId();
  const { locale, units } = formatSettings(useSession());
  return (
    <>
      <div className="account-choice">
        <label htmlFor={`${id}-language`}>{t('account.language')}</label>
        <select id={`${id}-language`} value={locale} onChange={(event) => void savePreference({ locale: event.target.value })}>
          {locales.map((one) => (
            <option key={one} value={one} lang={one}>
              {localeNames[one]}
            </option>
          ))}
        </select>
      </div>
      <div className="account-choice">
        <label htmlFor={`${id}-units`}>{t('account.units')}</label>
        <select id={`${id}-units`} value={units} onChange={(event) => void savePreference({ units: event.target.value })}>
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
