import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';

const unanswered: string[] = [];

/**
 * The network of tests, an msw server: `network.use(http.get('/api/org/:org/tyres', () => HttpResponse.json({ tyres: [] })))`. It listens in every test that has the
 * setup of this folder, forgets its handlers after each, and lets nothing out: a call that no handler answers fails as if there were no network, and so does the test.
 */
export const network = setupServer(
  http.get('/assets/*', () => new HttpResponse(null, { status: 404 })), // a map goes without its ground
  http.all('*', ({ request }) => {
    unanswered.push(nameOf(request));
    return HttpResponse.error();
  }),
);

/** A call as a person writes it: `GET /api/org/demo/vehicles`, with the host where it is another one. */
function nameOf({ method, url }: Request): string {
  const { origin, href } = new URL(url);
  return `${method} ${origin === location.origin ? href.slice(origin.length) : href}`;
}

/** Forgets the handlers of a test, and fails it for what it asked without an answer. */
export function endCalls(): void {
  network.resetHandlers();
  const calls = unanswered.splice(0);
  if (calls.length > 0) {
    throw new Error(`The test has no answer for ${[...new Set(calls)].join(', ')}`);
  }
}
