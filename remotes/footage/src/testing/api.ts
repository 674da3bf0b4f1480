import { addMessages, push, type Subscription } from '@outrider/sdk';
import { vi } from 'vitest';

import en from '../../locales/en.json';

/** What a call is answered with: a body, or a status with a problem. */
export type Answer = object | { status: number; title: string };

/** Takes the place of fetch: answers by method and path without /api and the organisation, `GET /files/requests`; 404 for the rest. */
export class FakeApi {
  readonly calls: { call: string; query: URLSearchParams; body: unknown; group: string | null }[] = [];
  answers: Record<string, Answer> = {};
  /** What an answer waits for. */
  holds: Record<string, Promise<void>> = {};
  readonly #heard = new Set<Subscription>();

  /** Puts it in place, with messages and a push connection that says what the test says. */
  async install(): Promise<void> {
    await addMessages('footage', async () => en);
    localStorage.clear();
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) => this.#answer(new URL(String(url), 'http://test'), init));
    vi.stubGlobal('ResizeObserver', class { observe() {} unobserve() {} disconnect() {} });
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(800);
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1200);
    vi.spyOn(push, 'state').mockReturnValue('live');
    vi.spyOn(push, 'connectionId').mockReturnValue('c1');
    vi.spyOn(push, 'subscribe').mockImplementation((subscription) => {
      this.#heard.add(subscription);
      return () => this.#heard.delete(subscription);
    });
  }

  /** Pushes the progress of filesets. */
  push(...values: unknown[]): void {
    [...this.#heard].filter(({ topic }) => topic === 'filesetRequest').forEach((one) => one.onValues(values, { subscription_type: 'fileUpdateProgress', value: values }));
  }

  /** The bodies of the calls of a kind. */
  bodiesOf(call: string): unknown[] {
    return this.calls.filter((one) => one.call === call).map(({ body }) => body);
  }

  async #answer(url: URL, init?: RequestInit): Promise<Response> {
    const call = `${init?.method ?? 'GET'} ${url.pathname.replace(/^\/api(\/org\/[^/]+)?/, '')}`;
    this.calls.push({ call, query: url.searchParams, body: init?.body ? JSON.parse(String(init.body)) : undefined, group: new Headers(init?.headers).get('Outrider-Group') });
    await this.holds[call];
    const answer = this.answers[call] ?? { status: 404, title: 'There is nothing here.' };
    if ('status' in answer && typeof answer.status === 'number') {
      const kind = { 403: 'denied', 404: 'not_found', 409: 'conflict', 422: 'invalid', 503: 'unavailable' }[answer.status] ?? 'internal';
      return answer.status === 204 ? new Response(null, { status: 204 }) : Response.json({ kind, ...answer }, { status: answer.status });
    }
    return Response.json(answer);
  }
}
