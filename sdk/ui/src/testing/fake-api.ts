import { http, HttpResponse } from 'msw';
import { vi } from 'vitest';

import { addMessages } from '../i18n';
import { push } from '../push';
import { network } from './network';

/** A call as it was sent: `GET /vehicles`, without /api and the organisation. */
export interface FakeCall {
  call: string;
  query: URLSearchParams;
  headers: Headers;
  body: unknown;
}

/** What a call is answered with: a body, a status with a problem, a whole answer, or any of them made of the call. */
export type FakeAnswer = object | { status: number; title?: string } | ((call: FakeCall) => object | Promise<object>);

const kinds: Record<number, string> = { 400: 'invalid', 401: 'signed_out', 403: 'denied', 404: 'not_found', 409: 'conflict', 422: 'invalid', 503: 'unavailable' };

/** Takes the place of the server: answers by method and path, `GET /vehicles/verbose`, and notes what it was asked. What it has no answer for fails the test. */
export class FakeApi {
  readonly calls: FakeCall[] = [];
  answers: Record<string, FakeAnswer> = {};
  /** What an answer waits for. */
  holds: Record<string, Promise<void>> = {};

  /** Puts it in place, with the messages of a remote and a silent push connection. */
  async install(remote: string, messages: Record<string, unknown>): Promise<void> {
    await addMessages(remote, async () => messages);
    this.listen();
    vi.stubGlobal('ResizeObserver', class { observe() {} unobserve() {} disconnect() {} });
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(800);
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1200);
    vi.spyOn(push, 'state').mockReturnValue('live');
    vi.spyOn(push, 'subscribe').mockReturnValue(() => {});
  }

  /** Answers, and nothing else. */
  listen(): void {
    network.use(http.all('*', ({ request }) => this.#answer(request)));
  }

  /** The bodies of the calls of a kind. */
  bodiesOf(call: string): unknown[] {
    return this.calls.filter((one) => one.call === call).map(({ body }) => body);
  }

  /** The calls that change something, in their order. */
  changes(): string[] {
    return this.calls.map(({ call }) => call).filter((call) => !call.startsWith('GET '));
  }

  async #answer(request: Request): Promise<Response | undefined> {
    const { pathname, searchParams } = new URL(request.url);
    const text = await request.clone().text();
    const sent: FakeCall = {
      call: `${request.method} ${pathname.replace(/^\/api(\/org\/[^/]+)?/, '')}`,
      query: searchParams, headers: request.headers, body: text ? JSON.parse(text) : undefined,
    };
    this.calls.push(sent);
    await this.holds[sent.call];
    const given = this.answers[sent.call];
    return given && responseOf(typeof given === 'function' ? await (given as (call: FakeCall) => object)(sent) : given);
  }
}

function responseOf(answer: object): Response {
  if (answer instanceof Response) {
    return answer.clone();
  }
  if (!('status' in answer) || typeof answer.status !== 'number') {
    return HttpResponse.json(answer);
  }
  return answer.status === 204 ? new HttpResponse(null, { status: 204 }) : HttpResponse.json({ kind: kinds[answer.status] ?? 'internal', ...answer }, { status: answer.status });
}
