import type { Locale } from '@outrider/sdk';

/** How each locale calls itself. */
export const localeNames: Record<Locale, string> = {
  'en-GB': 'English (UK)',
  'en-IE': 'English (Ireland)',
  'en-US': 'English (US)',
  'de-DE': 'Deutsch',
  'es-ES': 'Español',
  'nl-NL': 'Nederlands',
  'fr-FR': 'Français',
};
