export { languageOf, languages, localeOf, locales, textIn, type Language, type Locale } from './languages';
export { labelled } from './labelled';
export { placeName } from './place';
export { addMessages, messages, sdkMessages, setLanguage, textsOf, translate, useManifestText, useText, type KeysOf, type LoadMessages, type TextKey, type Translate } from './i18n';
