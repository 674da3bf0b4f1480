import { describe, expect, it } from 'vitest';

import { aFleetVehicle } from '../testing/fleet';
import { Clusters, UNCLUSTERED_ZOOM } from './clusters';

const world: [number, number, number, number] = [-180, -85, 180, 85];

describe('clusters', () => {
  const clusters = new Clusters();
  clusters.load([
    aFleetVehicle(1, 'MOVING', { position: { lat: 53.48, lng: -2.24 } }),
    aFleetVehicle(2, 'STATIONARY', { position: { lat: 53.481, lng: -2.241 } }),
    aFleetVehicle(3, 'STATIONARY', { position: { lat: 53.482, lng: -2.242 } }),
    aFleetVehicle(4, 'OFFLINE', { position: { lat: 51.5, lng: -0.1 } }),
    aFleetVehicle(5, 'UNKNOWN', { position: undefined }),
  ]);

  it('gather what is near, with the share of each state', () => {
    const found = clusters.within(world, 7);
    const [cluster] = found.filter(({ kind }) => kind === 'cluster');
    expect(found).toHaveLength(2);
    expect(cluster).toMatchObject({ count: 3, shares: { MOVING: 1, STATIONARY: 2, IDLING: 0, OFFLINE: 0, UNKNOWN: 0 } });
  });

  it('fall apart where every vehicle is drawn', () => {
    expect(clusters.within(world, UNCLUSTERED_ZOOM).map(({ kind }) => kind)).toEqual(['single', 'single', 'single', 'single']);
  });
});
