import L from 'leaflet';
import { afterEach, expect, it, vi } from 'vitest';

import { PathCanvas } from './path-canvas';

const failed = vi.fn((event: ErrorEvent) => event.preventDefault());

afterEach(() => window.removeEventListener('error', failed));

const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

it('draws nothing after the map is gone that moved and was drawn on in the same frame', async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(new Proxy({}, { get: () => () => undefined }) as never);
  window.addEventListener('error', failed);
  const map = L.map(document.createElement('div'), { renderer: new PathCanvas() }).setView([51, 0], 10);
  const line = L.polyline([[51, 0], [51.1, 0.1]]).addTo(map); // asks for a frame
  map.fire('moveend'); // draws at once
  line.setStyle({ weight: 5 }); // asks for another
  map.remove();
  await frames();
  expect(failed).not.toHaveBeenCalled();
});
