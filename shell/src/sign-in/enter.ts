/** What browsers skip in an address or read as a slash: control characters, spaces and backslashes. */
const misread = /[\p{Cc}\s\\]/u;

/** Where a signed-in user goes: back to the page that sent them here, if it is one of the product's. */
export function destination(query: URLSearchParams, origin: string = location.origin): string {
  const next = query.get('next') ?? '/';
  if (!next.startsWith('/') || misread.test(next) || !URL.canParse(next, origin)) {
    return '/';
  }
  const to = new URL(next, origin);
  const path = decoded(to.pathname);
  const isOwn = to.origin === origin && !path.includes('//') && !path.includes('\\') && !path.startsWith('/sign-in') && !path.startsWith('/api/');
  return isOwn ? `${to.pathname}${to.search}${to.hash}` : '/';
}

/** A path as a server reads it; one that is not well escaped reads as two slashes, which no page has. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '//';
  }
}

/** Tells other tabs that another account may be signed in now, and opens the shell, which gets its token by the cookie. */
export function enter(path: string): void {
  const channel = new BroadcastChannel('outrider-session');
  channel.postMessage({ type: 'signed_in' });
  channel.close();
  window.name = ''; // see the SDK's session/cross-browsing.ts
  location.replace(path);
}
