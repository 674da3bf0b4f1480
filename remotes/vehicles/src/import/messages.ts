import type { LoadMessages } from '@outrider/sdk';

/** The texts of imports in one language; apart from the remote's others, so that no page fetches them before. */
export const loadMessages: LoadMessages = (language) => import(`./locales/${language}.json`) as Promise<Record<string, unknown>>;
