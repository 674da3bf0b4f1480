import { act, screen } from '@testing-library/react';
import type L from 'leaflet';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { renderInRemote } from '../testing';
import { MapView } from './map-view';

const settings = { tilesUrl: '', satelliteUrl: '', attribution: '' };

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.stubGlobal('ResizeObserver', class { observe() {} unobserve() {} disconnect() {} });
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(600);
});

afterEach(() => {
  vi.useRealTimers();
});

it('goes while it zooms, and nothing of it is left to fail', async () => {
  let map: L.Map | undefined;
  const { unmount } = renderInRemote(<MapView label="Map" settings={settings} ground="offline" onReady={(made) => { map = made; return undefined; }} />);
  expect(screen.getByRole('application', { name: 'Map' })).toBeInTheDocument();
  // jsdom has no transitions: what Leaflet does where there are some.
  const zoom = map as unknown as { _animateZoom(centre: L.LatLng | undefined, zoom: number, starts: boolean): void };
  act(() => zoom._animateZoom(map?.getCenter(), 8, true));
  unmount();
  expect(() => vi.advanceTimersByTime(1000)).not.toThrow();
});
