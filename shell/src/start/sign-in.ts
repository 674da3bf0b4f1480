import type { SignedOutReason } from '@outrider/sdk';

/** Leaves for the sign-in page, which leads back to where the user was. */
export function goToSignIn(reason: SignedOutReason): void {
  const query = new URLSearchParams();
  const here = `${location.pathname}${location.search}`;
  if (reason !== 'left' && here !== '/') {
    query.set('next', here);
  }
  if (reason === 'failed') {
    query.set('reason', 'failed');
  }
  const search = query.toString();
  location.replace(`/sign-in${search ? `?${search}` : ''}`);
}
