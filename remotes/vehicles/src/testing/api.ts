import { FakeApi as FakeServer } from '@outrider/sdk/testing';

import en from '../../locales/en.json';

/** The server as this remote asks it, with its messages. */
export class FakeApi extends FakeServer {
  override readonly others = 'not found';

  override install(): Promise<void> {
    return super.install('vehicles', en);
  }
}
