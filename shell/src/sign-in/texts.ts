import { languageOf, type Language } from '@outrider/sdk/bare';

import en from '../../locales/sign-in/en.json';

/** A text of the page: `t('signIn.title')`, with `{seconds}` and the like filled in. */
export type Translate = (key: TextKey, values?: Record<string, string | number>) => string;

/** The keys of the catalogue. */
export type TextKey = keyof typeof en;

/** Loads the catalogue of the first of the browser's languages that the product speaks; English when that fails. */
export async function loadTexts(preferred: readonly string[]): Promise<Translate> {
  const language = languageFor(preferred);
  const texts = await load(language).catch(() => en);
  document.documentElement.lang = language;
  return (key, values = {}) => texts[key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

/** The product's language for a browser's list of them. */
export function languageFor(preferred: readonly string[]): Language {
  const known = preferred.find((tag) => languageOf(tag) !== 'en' || tag.toLowerCase().startsWith('en'));
  return known ? languageOf(known) : 'en';
}

async function load(language: Language): Promise<typeof en> {
  if (language === 'en') {
    return en;
  }
  const loaded = (await import(`../../locales/sign-in/${language}.json`)) as { default: typeof en };
  return loaded.default;
}
