import { addMessages, push, type Subscription } from '@outrider/sdk';
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

  /** Takes the place of fetch and of the push connection. */
  async install(): Promise<void> {
    await addMessages('alerts', async () => en);
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => this.answer(new URL(String(url), 'http://host'), init));
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

  private answer(url: URL, init?: RequestInit): Response {
    const method = init?.method ?? 'GET';
    const status = this.status === 200 && method !== 'GET' ? this.changeStatus : this.status;
    if (status !== 200) {
      return Response.json({ title: 'An error occured - please try again later', status, kind: 'internal' }, { status });
    }
    if (method === 'GET') {
      const found = this.notices.filter(({ read }) => url.searchParams.get('unread') !== 'true' || !read);
      const from = found.findIndex(({ id }) => id === url.searchParams.get('before')) + 1;
      const page = found.slice(from, from + this.size);
      return Response.json({ notices: page, unread: this.unread, next: from + this.size < found.length ? page.at(-1)?.id : '' });
    }
    const body = JSON.parse(String(init?.body)) as { read?: boolean };
    this.changed.push({ call: `${method} ${url.pathname.replace(/^.*\/notices/, '')}`, body });
    if (url.pathname.endsWith('/read')) {
      this.notices = this.notices.map((one) => ({ ...one, read: true }));
      return Response.json({ unread: 0 });
    }
    this.notices = this.notices.map((one) => (url.pathname.endsWith(`/${one.id}`) ? { ...one, read: body.read === true } : one));
    return Response.json(this.notices.find(({ id }) => url.pathname.endsWith(`/${id}`)));
  }
}
