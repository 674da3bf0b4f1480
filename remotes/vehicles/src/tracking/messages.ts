import type { LoadMessages } from '@outrider/sdk';

/** The screen's texts of one language; apart from the remote's others, so that no other page fetches them. */
export const loadMessages: LoadMessages = (language) => import(`./locales/${language}.json`) as Promise<Record<string, unknown>>;
