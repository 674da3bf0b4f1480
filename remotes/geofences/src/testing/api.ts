import { addMessages, push } from '@outrider/sdk';
import { vi } from 'vitest';

import en from '../../locales/en.json';

/** Takes the place of fetch: answers by method and path without /api and the organisation, `GET /geofences`; 404 for the rest. */
export class FakeApi {
  readonly calls: { call: string; query: URLSearchParams; body: unknown }[] = [];
  answers: Record<string, object> = {};

  /** Puts it in place, with messages and a silent push connection. */
  async install(): Promise<void> {
    await addMessages('geofences', async () => en);
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => this.answer(new URL(String(url), 'http://test'), init));
    vi.stubGlobal('ResizeObserver', class { observe() {} unobserve() {} disconnect() {} });
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(800);
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1200);
    const paint = new Proxy({}, { get: () => () => ({ width: 0, data: [] }) }); // shapes are drawn on nothing
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(paint as never);
    vi.spyOn(push, 'state').mockReturnValue('live');
    vi.spyOn(push, 'subscribe').mockReturnValue(() => {});
  }

  /** The bodies of the calls of a kind. */
  bodiesOf(call: string): unknown[] {
    return this.calls.filter((one) => one.call === call).map(({ body }) => body);
  }

  private answer(url: URL, init?: RequestInit): Response {
    const call = `${init?.method ?? 'GET'} ${url.pathname.replace(/^\/api(\/org\/[^/]+)?/, '')}`;
    this.calls.push({ call, query: url.searchParams, body: init?.body ? JSON.parse(String(init.body)) : undefined });
    const answer = this.answers[call] ?? { status: 404, title: 'There is nothing here.' };
    if ('status' in answer && typeof answer.status === 'number') {
      const kind = { 403: 'denied', 404: 'not_found', 409: 'conflict', 422: 'invalid', 500: 'internal' }[answer.status] ?? 'internal';
      return Response.json({ kind, ...answer }, { status: answer.status });
    }
    return Response.json(answer);
  }
}
