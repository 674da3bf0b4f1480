export { languageOf, languages, localeOf, locales, textIn, type Language, type Locale } from './languages';
export { placeName } from './place';
export { addMessages, messages, sdkMessages, setLanguage, translate, useManifestText, useText, type LoadMessages } from './i18n';
