import { clearMark, closeView, markedView, queryClient, type SignedOutReason } from '@outrider/sdk';

import { clearStorage } from './storage';

/** Leaves for the sign-in page, which leads back to where the user was, or for the site that the server names. */
export function goToSignIn(reason: SignedOutReason, to?: string): void {
  queryClient.clear(); // a page that the browser keeps for its back button has nothing of it any more
  if (markedView() !== undefined) {
    closeView();
    return;
  }
  clearMark(); // who signs in here next may not be one who acts elsewhere
  if (reason === 'left') {
    clearStorage();
  }
  if (to !== undefined) {
    location.replace(to);
    return;
  }
  const query = new URLSearchParams();
  if (reason !== 'left') {
    query.set('next', `${location.pathname}${location.search}`);
  }
  if (reason === 'failed') {
    query.set('reason', 'failed');
  }
  const search = query.toString();
  location.replace(`/sign-in${search ? `?${search}` : ''}`);
}
