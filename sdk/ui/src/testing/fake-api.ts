import { vi } from 'vitest';

import { addMessages } from '../i18n';
import { push } from '../push';

/** A call as it was sent: `GET /vehicles`, without /api and the organisation. */
export interface FakeCall {
  call: string;
  query: URLSearchParams;
  headers: Headers;
  body: unknown;
}

/** What a call is answered with: a body, a status with a problem, or either made of the call. */
export type FakeAnswer = object | { status: number; title?: string } | ((call: FakeCall) => object);

const kinds: Record<number, string> = { 400: 'invalid', 401: 'signed_out', 403: 'denied', 404: 'not_found', 409: 'conflict', 422: 'invalid', 503: 'unavailable' };

/** Takes the place of the server: answers by method and path, `GET /vehicles/verbose`, and notes what it was asked; 404 for the rest. */
export class FakeApi {
  readonly calls: FakeCall[] = [];
  answers: Record<string, FakeAnswer> = {};
  /** What an answer waits for. */
  holds: Record<string, Promise<void>> = {};

  /** Puts it in place, with the messages of a remote and a silent push connection. */
  async install(remote: string, messages: Record<string, unknown>): Promise<void> {
    await addMessages(remote, async () => messages);
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) => this.#answer(new URL(String(url), 'http://test'), init));
    vi.stubGlobal('ResizeObserver', class { observe() {} unobserve() {} disconnect() {} });
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(800);
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1200);
    vi.spyOn(push, 'state').mockReturnValue('live');
    vi.spyOn(push, 'subscribe').mockReturnValue(() => {});
  }

  /** The bodies of the calls of a kind. */
  bodiesOf(call: string): unknown[] {
    return this.calls.filter((one) => one.call === call).map(({ body }) => body);
  }

  /** The calls that change something, in their order. */
  changes(): string[] {
    return this.calls.map(({ call }) => call).filter((call) => !call.startsWith('GET '));
  }

  async #answer(url: URL, init?: RequestInit): Promise<Response> {
    const sent: FakeCall = {
      call: `${init?.method ?? 'GET'} ${url.pathname.replace(/^\/api(\/org\/[^/]+)?/, '')}`,
      query: url.searchParams, headers: new Headers(init?.headers), body: init?.body ? JSON.parse(String(init.body)) : undefined,
    };
    this.calls.push(sent);
    await this.holds[sent.call];
    const given = this.answers[sent.call] ?? { status: 404, title: 'There is nothing here.' };
    const answer = typeof given === 'function' ? (given as (call: FakeCall) => object)(sent) : given;
    if (!('status' in answer) || typeof answer.status !== 'number') {
      return Response.json(answer);
    }
    return answer.status === 204 ? new Response(null, { status: 204 }) : Response.json({ kind: kinds[answer.status] ?? 'internal', ...answer }, { status: answer.status });
  }
}
