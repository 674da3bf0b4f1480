import i18next, { type i18n } from 'i18next';
import { useSyncExternalStore } from 'react';

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

void messages.init({
  lng: 'en',
  fallbackLng: 'en',
  defaultNS: sdkMessages,
  resources: { en: { [sdkMessages]: en } },
  interpolation: { escapeValue: false },
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

/** The keys of a catalogue: `map.fitAll` of `{ "map": { "fitAll": "Fit all" } }`, without the endings of plural forms. */
export type KeysOf<T> = { [K in keyof T & string]: T[K] extends string ? WithoutPlural<K> : `${K}.${KeysOf<T[K]>}` }[keyof T & string];
type WithoutPlural<K extends string> = K extends `${infer Before}_${'one' | 'other' | 'many'}` ? Before : K;

declare global {
  /** The keys of each package's texts, by its namespace. A remote adds its own beside its catalogues, and the compiler finds keys that are not there. */
  interface TextKeys {
    sdk: KeysOf<typeof en>;
  }
}

/** The keys of a package's texts; every string is one where the package has not declared them. */
export type TextKey<N extends string = 'sdk'> = N extends keyof TextKeys ? TextKeys[N] : string;

/** Says a text of one package in the user's language. */
export type Translate<N extends string = 'sdk'> = (key: TextKey<N>, values?: Record<string, unknown>) => string;

/** The texts of one package outside React. */
export function textsOf<N extends string>(namespace: N): Translate<N> {
  return (key, values) => translate(`${namespace}:${key}`, values);
}

/** Made once for each language and package: tables ask for hundreds, and compare them. */
const translators = new Map<string, unknown>();

/** The texts of one package: `const t = useText('vehicles'); t('map.fitAll')`. The function changes with the language alone. */
export function useText(): Translate;
export function useText<N extends string>(namespace: N): Translate<N>;
export function useText(namespace: string = sdkMessages): unknown {
  const language = useLanguage();
  const key = `${language} ${namespace}`;
  const known = translators.get(key);
  const translator = known ?? (messages.getFixedT(language, namespace));
  translators.set(key, translator);
  return translator;
}

/** Picks from a manifest's texts, in the user's language. */
export function useManifestText(): (texts: Record<string, string>) => string {
  const language = useLanguage();
  return (texts) => textIn(language, texts);
}

function useLanguage(): string {
  return useSyncExternalStore(onLanguage, () => messages.language);
}

function onLanguage(listener: () => void): () => void {
  messages.on('languageChanged', listener);
  return () => messages.off('languageChanged', listener);
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
