import { ApiError } from '@outrider/sdk/bare';

import type { Translate } from './texts';

/** What to say about a refused sign-in, by what went wrong; the server's own words where only it knows. */
export function sentenceFor(t: Translate, error: unknown): string {
  if (!(error instanceof ApiError)) {
    return t('error.internal');
  }
  if (error.status === 429) {
    return t('error.tooManyNoTime');
  }
  switch (error.kind) {
    case 'signed_out':
      return t('error.wrong');
    case 'denied':
      return t('error.denied');
    case 'offline':
      return t('error.offline');
    case 'unavailable':
      return t('error.unavailable');
    case 'invalid':
    case 'conflict':
    case 'not_found':
      return error.detail ?? error.message;
    default:
      return t('error.internal');
  }
}
