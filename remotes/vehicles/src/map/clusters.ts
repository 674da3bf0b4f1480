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

/** From this zoom on every vehicle is drawn. */
export const UNCLUSTERED_ZOOM = 14;

/** Groups vehicles by place for every zoom. */
export class Clusters {
  private index = new Supercluster<{ vehicle: FleetVehicle }, Shares>();

  /** Takes the vehicles that have a position. */
  load(vehicles: readonly FleetVehicle[]): void {
    this.index = new Supercluster<{ vehicle: FleetVehicle }, Shares>({
      radius: RADIUS_PX, extent: 256, maxZoom: UNCLUSTERED_ZOOM - 1,
      map: ({ vehicle }) => sharesOf(vehicle.status),
      reduce: (sum, more) => STATUSES.forEach((status) => { sum[status] += more[status]; }),
    });
    this.index.load(vehicles.flatMap((vehicle) => vehicle.position ? [{
      type: 'Feature' as const,
      properties: { vehicle },
      geometry: { type: 'Point' as const, coordinates: [vehicle.position.lng, vehicle.position.lat] },
    }] : []));
  }

  /** What to draw within bounds [west, south, east, north] at a zoom. */
  within(bounds: [number, number, number, number], zoom: number): (Cluster | Single)[] {
    return this.index.getClusters(bounds, Math.floor(zoom)).map(({ geometry, properties }) => {
      if (!('cluster' in properties)) return { kind: 'single', vehicle: properties.vehicle };
      const [lng = 0, lat = 0] = geometry.coordinates;
      return { kind: 'cluster', id: properties.cluster_id, lat, lng, count: properties.point_count, shares: pick(properties) };
    });
  }

  /** The zoom at which a cluster falls apart. */
  zoomInto(clusterId: number): number {
    return this.index.getClusterExpansionZoom(clusterId);
  }

  /** The vehicles of a cluster. */
  vehiclesOf(clusterId: number): FleetVehicle[] {
    return this.index.getLeaves(clusterId, Infinity).map(({ properties }) => properties.vehicle);
  }
}

function sharesOf(status: Status): Shares {
  return pick({ [status]: 1 });
}

function pick(from: Partial<Shares>): Shares {
  return Object.fromEntries(STATUSES.map((status) => [status, from[status] ?? 0])) as Shares;
}
