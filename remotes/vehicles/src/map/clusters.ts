import Supercluster from 'supercluster';

import { STATUSES, type FleetVehicle, type Status } from '../fleet/vehicle';

type Shares = Record<Status, number>;

/** A circle that stands for several vehicles. */
export interface Cluster {
  kind: 'cluster';
  id: number;
  lat: number;
  lng: number;
  count: number;
  shares: Shares;
}

/** A vehicle that stands alone. */
export interface Single {
  kind: 'single';
  vehicle: FleetVehicle;
}

/** Vehicles nearer than this, in pixels, are drawn as one. */
const RADIUS_PX = 44;

/** The whole world at zoom 0, in pixels. */
const TILE_PX = 256;

/** From this zoom on every vehicle is drawn. */
export const UNCLUSTERED_ZOOM = 14;

/** Groups vehicles by place for one zoom at a time: all zooms of ten thousand vehicles would hold up a few frames. */
export class Clusters {
  private vehicles: readonly FleetVehicle[] = [];
  private index: Supercluster<{ vehicle: FleetVehicle }, Shares> | undefined;
  private level = 0;

  /** Takes the vehicles that have a position. */
  load(vehicles: readonly FleetVehicle[]): void {
    this.vehicles = vehicles;
    this.index = undefined;
  }

  /** What to draw within bounds [west, south, east, north] at a zoom. */
  within(bounds: [number, number, number, number], zoom: number): (Cluster | Single)[] {
    const level = Math.max(0, Math.min(UNCLUSTERED_ZOOM, Math.floor(zoom)));
    return this.indexAt(level).getClusters(bounds, level).map(({ geometry, properties }) => {
      if (!('cluster' in properties)) return { kind: 'single', vehicle: properties.vehicle };
      const [lng = 0, lat = 0] = geometry.coordinates;
      return { kind: 'cluster', id: properties.cluster_id, lat, lng, count: properties.point_count, shares: properties };
    });
  }

  /** The zoom at which a cluster falls apart. */
  zoomInto(clusterId: number): number {
    const spots = this.vehiclesOf(clusterId).flatMap(({ position }) => (position ? [worldPx(position)] : []));
    const spread = (of: (spot: { x: number; y: number }) => number) => Math.max(...spots.map(of)) - Math.min(...spots.map(of));
    const widest = Math.max(spread(({ x }) => x), spread(({ y }) => y));
    const apart = widest > 0 ? Math.ceil(Math.log2(RADIUS_PX / widest)) : UNCLUSTERED_ZOOM;
    return Math.min(UNCLUSTERED_ZOOM, Math.max(this.level + 1, apart));
  }

  /** The vehicles of a cluster. */
  vehiclesOf(clusterId: number): FleetVehicle[] {
    return this.index?.getLeaves(clusterId, Infinity).map(({ properties }) => properties.vehicle) ?? [];
  }

  private indexAt(level: number): Supercluster<{ vehicle: FleetVehicle }, Shares> {
    if (this.index && this.level === level) {
      return this.index;
    }
    this.level = level;
    this.index = new Supercluster<{ vehicle: FleetVehicle }, Shares>({
      radius: RADIUS_PX, extent: TILE_PX, minZoom: level, maxZoom: Math.min(level, UNCLUSTERED_ZOOM - 1),
      map: ({ vehicle }) => ({ ...none, [vehicle.status]: 1 }),
      reduce: (sum, more) => STATUSES.forEach((status) => { sum[status] += more[status]; }),
    });
    return this.index.load(this.vehicles.flatMap((vehicle) => vehicle.position ? [{
      type: 'Feature' as const,
      properties: { vehicle },
      geometry: { type: 'Point' as const, coordinates: [vehicle.position.lng, vehicle.position.lat] },
    }] : []));
  }
}

const none: Shares = { MOVING: 0, IDLING: 0, STATIONARY: 0, OFFLINE: 0, UNKNOWN: 0 };

/** Where a place is on the map of zoom 0, by the projection of web maps. */
function worldPx({ lat, lng }: { lat: number; lng: number }): { x: number; y: number } {
  const sin = Math.sin((lat * Math.PI) / 180);
  return { x: TILE_PX * (lng / 360 + 0.5), y: TILE_PX * (0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) };
}
