import { addMessages, push, type Subscription } from '@outrider/sdk';
import { network } from '@outrider/sdk/testing';
import { http, HttpResponse } from 'msw';
import { vi } from 'vitest';

import en from '../../locales/en.json';
import { anAlert } from './fake-alerts';

/** A server of notices, as far as the panel asks it. */
export class FakeNoticesApi {
  notices = [3, 2, 1].map((n) => ({ id: `n${n}`, at: `2026-11-21T0${n}:00:00.000Z`, read: n === 1, rule: 'Serious alerts', rule_id: 'r1', alert: anAlert(n) }));
  /** Rows that one page has at most. */
  size = 100;
  /** Answers every call with this status while it is set. */
  status = 200;
  /** Answers changes with this status while it is set. */
  changeStatus = 200;
  /** What was changed, with its body. */
  readonly changed: { call: string; body: unknown }[] = [];
  private subscription: Subscription | undefined;

  /** Answers, and takes the place of the push connection. */
  async install(): Promise<void> {
    await addMessages('alerts', async () => en);
    network.use(http.all('/api/*', ({ request }) => this.#refuse(request)), ...this.#handlers());
    vi.spyOn(push, 'state').mockReturnValue('live');
    vi.spyOn(push, 'subscribe').mockImplementation((subscription) => {
      this.subscription = subscription;
      return () => {};
    });
  }

  /** Pushes values to the screen. */
  push(...values: unknown[]): void {
    this.subscription?.onValues(values, { subscription_type: 'alerts', value: values });
  }

  private get unread(): number {
    return this.notices.filter(({ read }) => !read).length;
  }

  /** Refuses a call while a status is set. */
  #refuse({ method }: Request): Response | undefined {
    const status = this.status === 200 && method !== 'GET' ? this.changeStatus : this.status;
    return status === 200 ? undefined : HttpResponse.json({ title: 'An error occured - please try again later', status, kind: 'internal' }, { status });
  }

  #handlers() {
    const notices = '/api/org/:org/alerts/notices';
    return [
      http.get(notices, ({ request }) => {
        const { searchParams } = new URL(request.url);
        const found = this.notices.filter(({ read }) => searchParams.get('unread') !== 'true' || !read);
        const from = found.findIndex(({ id }) => id === searchParams.get('before')) + 1;
        const page = found.slice(from, from + this.size);
        return HttpResponse.json({ notices: page, unread: this.unread, next: from + this.size < found.length ? page.at(-1)?.id : '' });
      }),
      http.post(`${notices}/read`, async ({ request }) => {
        this.changed.push({ call: 'POST /read', body: await request.json() });
        this.notices = this.notices.map((one) => ({ ...one, read: true }));
        return HttpResponse.json({ unread: 0 });
      }),
      http.put<{ id: string }, { read: boolean }>(`${notices}/:id`, async ({ params: { id }, request }) => {
        const { read } = await request.json();
        this.changed.push({ call: `PUT /${id}`, body: { read } });
        this.notices = this.notices.map((one) => (one.id === id ? { ...one, read } : one));
        return HttpResponse.json(this.notices.find((one) => one.id === id));
      }),
    ];
  }
}
