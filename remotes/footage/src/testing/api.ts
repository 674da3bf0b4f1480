import { push, type Subscription } from '@outrider/sdk';
import { FakeApi as FakeServer } from '@outrider/sdk/testing';
import { vi } from 'vitest';

import en from '../../locales/en.json';

/** What is answered of which a test says nothing: a device of which nothing was fetched, a vehicle without readings. */
const usual = {
  'GET /files/requests': { filesets: [], page_count: 1, total_records: 0 },
  'POST /files/subscriptions': { status: 204 },
  'POST /vehicles/v1/trips/spans': { Spans: [] },
};

/** The server as this remote asks it, with its messages and a push connection that says what the test says. */
export class FakeApi extends FakeServer {
  readonly #heard = new Set<Subscription>();

  override async install(): Promise<void> {
    localStorage.clear();
    this.answers = { ...usual, ...this.answers };
    await super.install('footage', en);
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
}
