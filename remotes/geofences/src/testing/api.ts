import { FakeApi as FakeServer } from '@outrider/sdk/testing';
import { vi } from 'vitest';

import en from '../../locales/en.json';

/** The server as this remote asks it, with its messages and a canvas on which shapes are drawn on nothing. */
export class FakeApi extends FakeServer {
  override async install(): Promise<void> {
    await super.install('geofences', en);
    const paint = new Proxy({}, { get: () => () => ({ width: 0, data: [] }) });
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(paint as never);
  }
}
