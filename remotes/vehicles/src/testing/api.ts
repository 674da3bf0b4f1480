import { FakeApi as FakeServer } from '@outrider/sdk/testing';

import en from '../../locales/en.json';

/** What is answered of which a test says nothing: a device that has said nothing of itself yet. */
const usual = {
  'GET /devices/id/d1/info': { id: 'd1', model: 'D700', firmwareVersion: '', components: [], configs: {}, status_at: null, disabled: false },
  'GET /devices': { Devices: [] },
};

/** The server as this remote asks it, with its messages. */
export class FakeApi extends FakeServer {
  override install(): Promise<void> {
    this.answers = { ...usual, ...this.answers };
    return super.install('vehicles', en);
  }
}
