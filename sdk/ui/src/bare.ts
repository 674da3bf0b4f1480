/** What a page without React uses: the sign-in page. */
export { ApiError } from './api/api-error';
export { readProblem } from './api/problem';
export { languageOf, languages, type Language } from './i18n/languages';
