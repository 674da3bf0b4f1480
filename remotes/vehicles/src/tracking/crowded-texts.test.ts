import { expect, it } from 'vitest';

import { crowdedTexts } from './crowded-texts';
import type { RouteMark } from './route-layer';

const stop = (key: string, lng: number, minutes: number): RouteMark => ({ key, lat: 53, lng, atMs: 0, kind: 'stop', label: key, text: `${minutes} min`, lengthMs: minutes * 60_000 });
const near = [stop('short', 1, 5), stop('long', 1.1, 90), stop('far', 2, 6), { ...stop('event', 1.1, 1), text: '' }];

it('leaves out the texts that would lie on that of a longer stop', () => {
  expect([...crowdedTexts(near, ({ lng }) => ({ x: lng * 100, y: 0 }))]).toEqual(['short']);
});

it('shows all once there is room', () => {
  expect(crowdedTexts(near, ({ lng }) => ({ x: lng * 2000, y: 0 })).size).toBe(0);
});
