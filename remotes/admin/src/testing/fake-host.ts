import { addMessages } from '@outrider/sdk';
import { vi } from 'vitest';

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
  readonly answers = new Map<string, unknown>();
  readonly sent: { path: string; body: unknown }[] = [];
  status = 200;

  /** Takes the place of fetch. */
  async install(): Promise<void> {
    await addMessages('admin', async () => en);
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      const [path = '', query] = String(url).replace('/api', '').split('?');
      if (init?.method === 'POST' || init?.method === 'PUT') {
        this.sent.push({ path: query ? `${path}?${query}` : path, body: init.body ? JSON.parse(String(init.body)) : undefined });
      }
      const answer = this.answers.get(path);
      if (this.status !== 200 || answer === undefined) {
        const status = this.status === 200 ? 404 : this.status;
        return Response.json({ title: 'It did not work', status, kind: status === 403 ? 'denied' : 'internal' }, { status });
      }
      return Response.json(typeof answer === 'function' ? (answer as (query: URLSearchParams) => unknown)(new URLSearchParams(query)) : answer);
    });
  }
}
