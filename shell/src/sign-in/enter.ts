/** Where a signed-in user goes: back to the page that sent them here, if it is one of the product's. */
export function destination(query: URLSearchParams): string {
  const next = query.get('next') ?? '/';
  const isOwn = /^\/(?![/\\])/.test(next) && !next.startsWith('/sign-in');
  return isOwn ? next : '/';
}

/** Tells other tabs that another account may be signed in now, and opens the shell, which gets its token by the cookie. */
export function enter(path: string): void {
  const channel = new BroadcastChannel('outrider-session');
  channel.postMessage({ type: 'signed_in' });
  channel.close();
  window.name = ''; // see the SDK's session/cross-browsing.ts
  location.replace(path);
}
