import type { LoadMessages } from '@outrider/sdk';

/** The remote's texts of one language. */
export const loadMessages: LoadMessages = (language) => import(`../locales/${language}.json`) as Promise<Record<string, unknown>>;
