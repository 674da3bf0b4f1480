/** The product's languages; each catalogue is complete. */
export const languages = ['en', 'en-US', 'de', 'es', 'fr', 'nl'] as const;

/** One of {@link languages}. */
export type Language = (typeof languages)[number];

/** The locales that a user may choose; a locale is a language and its way to write numbers and dates. */
export const locales = ['en-GB', 'en-IE', 'en-US', 'de-DE', 'es-ES', 'nl-NL', 'fr-FR'] as const;

/** One of {@link locales}. */
export type Locale = (typeof locales)[number];

const byLanguage: Record<Language, Locale> = { en: 'en-GB', 'en-US': 'en-US', de: 'de-DE', es: 'es-ES', fr: 'fr-FR', nl: 'nl-NL' };

/** The catalogue of a locale: `en-GB` and `en-IE` read `en`, `us` is a spelling of `en-US`. */
export function languageOf(locale: string): Language {
  const lower = locale.toLowerCase();
  if (lower === 'us' || lower === 'en-us') {
    return 'en-US';
  }
  return languages.find((language) => language === lower.split('-')[0]) ?? 'en';
}

/** The locale of a stored preference; an unknown one becomes that of the organisation, or en-GB. */
export function localeOf(stored: string | undefined, ofOrganisation = 'en-GB'): Locale {
  const exact = locales.find((locale) => locale.toLowerCase() === stored?.toLowerCase());
  if (exact) {
    return exact;
  }
  if (stored && /^(en|us|de|es|fr|nl)\b/i.test(stored)) {
    return stored.toLowerCase() === 'en' ? 'en-GB' : byLanguage[languageOf(stored)];
  }
  return locales.find((locale) => locale === ofOrganisation) ?? 'en-GB';
}

/** Picks the text of the user's language from a manifest's texts, English when it is missing. */
export function textIn(language: string, texts: Record<string, string>): string {
  return texts[language] ?? texts['en'] ?? Object.values(texts)[0] ?? '';
}
