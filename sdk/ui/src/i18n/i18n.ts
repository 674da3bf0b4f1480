import i18next, { type i18n } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';

import en from '../../locales/en.json';
import { languageOf, textIn, type Language } from './languages';

/** Loads a package's catalogue of one language: `(language) => import(`../locales/${language}.json`)`. */
export type LoadMessages = (language: Language) => Promise<Record<string, unknown>>;

/** The namespace of the SDK's own texts. */
export const sdkMessages = 'sdk';

const loaders = new Map<string, LoadMessages>([
  [sdkMessages, (language) => import(`../../locales/${language}.json`) as Promise<Record<string, unknown>>],
]);

/** The one instance of shell and remotes. */
export const messages: i18n = i18next.createInstance();

void messages.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  defaultNS: sdkMessages,
  resources: { en: { [sdkMessages]: en } },
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
  initAsync: false,
});

/** Adds a package's texts under its name and waits until those of the present language are there. */
export async function addMessages(namespace: string, load: LoadMessages): Promise<void> {
  loaders.set(namespace, load);
  await loadInto(messages.language as Language, namespace, load);
}

/** Shows the language of `locale`, everywhere and at once. */
export async function setLanguage(locale: string): Promise<void> {
  const language = languageOf(locale);
  await Promise.all([...loaders].map(([namespace, load]) => loadInto(language, namespace, load)));
  await messages.changeLanguage(language);
  document.documentElement.lang = language;
}

/** Translates outside React; the key is `namespace:path.of.text`. */
export function translate(key: string, values?: Record<string, unknown>): string {
  return messages.t(key, values ?? {});
}

/** The texts of one package: `const t = useText('vehicles'); t('map.fitAll')`. */
export function useText(namespace: string = sdkMessages) {
  return useTranslation(namespace, { i18n: messages }).t as (key: string, values?: Record<string, unknown>) => string;
}

/** Picks from a manifest's texts, in the user's language. */
export function useManifestText(): (texts: Record<string, string>) => string {
  const { i18n: instance } = useTranslation(sdkMessages, { i18n: messages });
  return (texts) => textIn(instance.language, texts);
}

async function loadInto(language: Language, namespace: string, load: LoadMessages): Promise<void> {
  const wanted = language === 'en' ? (['en'] as const) : ([language, 'en'] as const);
  await Promise.all(
    wanted
      .filter((one) => !messages.hasResourceBundle(one, namespace))
      .map(async (one) => {
        const loaded = await load(one);
        messages.addResourceBundle(one, namespace, loaded['default'] ?? loaded);
      }),
  );
}
