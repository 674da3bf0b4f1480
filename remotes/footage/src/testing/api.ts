import { push, type Subscription } from '@outrider/sdk';
import { FakeApi as FakeServer } from '@outrider/sdk/testing';
import { vi } from 'vitest';

import en from '../../locales/en.json';

/** The server as this remote asks it, with its messages and a push connection that says what the test says. */
export class FakeApi extends FakeServer {
  override readonly others = 'not found';
  readonly #heard = new Set<Subscription>();

  override async install(): Promise<void> {
    localStorage.clear();
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
