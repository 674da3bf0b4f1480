/** What a page without React uses: the sign-in page. */
export type { AnswerOf, BodyOf, OperationOf, PathOf } from './api/api-of';
export { ApiError } from './errors/api-error';
export { readProblem } from './errors/problem';
export { languageOf, languages, type Language } from './i18n/languages';
