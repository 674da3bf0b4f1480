import { locales } from '../i18n';
import { shellInfo } from '../session';
import { formatSettings } from '../units/use-format';
import { unitSystems } from '../units/units';
import { savePreferences } from './preferences';

/** How long after loading a stored value that no version of the product writes is corrected, in milliseconds. */
export const correctAfterMs = 5000;

/** Five seconds on, replaces a stored unit system or locale of a wrong format by the nearest valid one, and saves it. Returns how to stop. */
export function correctWrongUnits(): () => void {
  const timer = setTimeout(() => {
    const session = shellInfo()?.session;
    if (!session) {
      return;
    }
    const { units, locale } = session.preferences.global;
    const right = formatSettings(session);
    const wrong = {
      ...(units !== undefined && !unitSystems.some((one) => one === units) ? { units: right.units } : {}),
      ...(locale !== undefined && !locales.some((one) => one === locale) ? { locale: right.locale } : {}),
    };
    if (Object.keys(wrong).length > 0) {
      void savePreferences({ global: wrong });
    }
  }, correctAfterMs);
  return () => clearTimeout(timer);
}
