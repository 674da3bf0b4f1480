import type { LoadMessages } from '@outrider/sdk';

/** The texts of the time machine's day in one language; apart from the remote's others, so that the live map does not fetch them. */
export const loadMessages: LoadMessages = (language) => import(`./locales/${language}.json`) as Promise<Record<string, unknown>>;
