import L from 'leaflet';
import { beforeAll, expect, it, vi } from 'vitest';

import type { FleetVehicle } from '../fleet/vehicle';
import { FleetMapControl } from './fleet-map-control';

const at = (lat: number, lng: number) => ({ id: `${lat}`, position: { lat, lng } }) as unknown as FleetVehicle;
/** Taller than wide: 3.6 degrees from south to north. */
const fleet = [51.4, 52, 53, 54, 55].map((lat) => at(lat, -1));

beforeAll(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  Object.assign(L.Browser, { any3d: true }); // without transforms, as in jsdom, Leaflet knows whole zooms alone
});

function zoomOf(height: number): number {
  const box = document.createElement('div');
  Object.defineProperties(box, { clientWidth: { value: 900 }, clientHeight: { value: height } });
  const map = L.map(box, { fadeAnimation: false }).setView([53, -1], 5);
  new FleetMapControl(map, { onSelect: () => {}, onFollow: () => {}, onSelectedAt: () => {} }).fit(fleet, true);
  return map.getZoom();
}

it('fits a low map between whole zooms, so that the fleet fills it', () => {
  expect(zoomOf(410)).toBe(6.25);
});

it('fits a large map at whole zooms, at which the ground is sharpest', () => {
  expect(zoomOf(900) % 1).toBe(0);
});
