import { addMessages } from '@outrider/sdk';
import { network } from '@outrider/sdk/testing';
import { http, HttpResponse } from 'msw';

import en from '../../locales/en.json';

/** A plugin as the host describes it. */
export function aPlugin(id: string, change: object = {}): object {
  return {
    id, name: id.toUpperCase(), version: '0.1.0', digest: `${id}0123456789abcdef`, state: 'ready', detail: '', started_at: '2026-11-21T08:00:00Z', pid: 42, restarts: 0,
    last_exit: '', enabled: true, can_roll_back: false, memory_bytes: 48 * 1024 * 1024, cpu_percent: 1.5, under_way: 0,
    traffic: { per_second: 12.4, error_rate: 0, p50_ms: 1.3, p99_ms: 21, count: 744 }, ...change,
  };
}

/** A dead letter as the host describes it. */
export function aLetter(sequence: number): object {
  return { sequence, at: '2026-11-21T08:00:00Z', plugin: 'rooms', subject: 'event.identity.group', reason: `no such kind ${sequence}`, attempts: 5, bytes: 80, event_id: 'e1', org_id: 'demo' };
}

/** A host that answers what a test lays down by path, and remembers what it was sent. */
export class FakeHost {
  readonly answers = new Map<string, unknown>([['/admin/health', { status: 'ready', parts: [] }]]);
  readonly sent: { path: string; body: unknown }[] = [];
  status = 200;

  /** Puts it in place, with the messages of the remote. */
  async install(): Promise<void> {
    await addMessages('admin', async () => en);
    network.use(http.all('/api/*', ({ request }) => this.#answer(request)));
  }

  async #answer(request: Request): Promise<Response | undefined> {
    const { pathname, search, searchParams } = new URL(request.url);
    const path = pathname.replace('/api', '');
    if (request.method === 'POST' || request.method === 'PUT') {
      const text = await request.clone().text();
      this.sent.push({ path: path + search, body: text ? JSON.parse(text) : undefined });
    }
    if (this.status !== 200) {
      return HttpResponse.json({ title: 'It did not work', status: this.status, kind: this.status === 403 ? 'denied' : 'internal' }, { status: this.status });
    }
    const answer = this.answers.get(path);
    return answer === undefined ? undefined : HttpResponse.json(typeof answer === 'function' ? (answer as (query: URLSearchParams) => object)(searchParams) : answer);
  }
}
