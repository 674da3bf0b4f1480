import { render } from '@testing-library/react';
import L from 'leaflet';
import { expect, test } from 'vitest';

import { MapContext } from './map-context';
import { MapShape, shapeBounds } from './map-shape';
import type { Shape } from './shape';

const yard: Shape = { kind: 'circle', geometry: { type: 'Point', coordinates: [-2.4, 53.3] }, radius_m: 120 };

test('HTML in the name of a shape is text', () => {
  const map = L.map(document.body.appendChild(document.createElement('div'))).setView([53.3, -2.4], 12);
  render(
    <MapContext value={map}>
      <MapShape shape={yard} label={'<img src="x" onerror="alert(1)">'} />
    </MapContext>,
  );
  map.eachLayer((layer) => layer.openTooltip());
  const tooltip = map.getContainer().querySelector('.leaflet-tooltip');
  expect(tooltip).toHaveTextContent('<img src="x" onerror="alert(1)">');
  expect(tooltip?.querySelector('img')).toBeNull();
});

test('a circle has a box without a map', () => {
  const box = shapeBounds(yard);
  expect(box.contains([53.3, -2.4])).toBe(true);
  expect(L.latLng(box.getNorth(), -2.4).distanceTo([box.getSouth(), -2.4])).toBeCloseTo(240, 0);
});
