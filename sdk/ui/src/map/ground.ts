import L from 'leaflet';

import { BaseMapLayer } from './basemap/base-map-layer';
import { LabelLayer } from './basemap/label-layer';
import type { Road } from './basemap/roads';
import type { BaseTileStore } from './basemap/tile-store';

/** What lies under the vehicles. */
export type GroundKind = 'streets' | 'satellite' | 'offline';

/** Where tiles come from; an empty address means that the kind is not offered. */
export interface TileSettings {
  tilesUrl: string;
  satelliteUrl: string;
  attribution: string;
}

/** Tile failures in a row after which the offline map takes over. */
const FAILURES = 4;

/** How often the wanted tiles are tried again while the offline map stands in, in milliseconds. */
const RETRY_MS = 60_000;

/** The ground of a map: the wanted tiles, or the offline base map whenever those cannot be had. */
export class Ground {
  private tiles: L.TileLayer | undefined;
  private readonly offline: L.LayerGroup;
  private readonly base: BaseMapLayer;
  private readonly labels: LabelLayer;
  private failures = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly map: L.Map, private readonly settings: TileSettings, store: BaseTileStore, roads: Road[],
    private readonly onShown: (shown: GroundKind) => void,
  ) {
    this.base = new BaseMapLayer(store, roads);
    this.labels = new LabelLayer(store, roads);
    this.offline = L.layerGroup([this.base, this.labels]);
  }

  /** The kinds that this installation offers. */
  static offered(settings: TileSettings): GroundKind[] {
    return [...(settings.tilesUrl ? ['streets' as const] : []), ...(settings.satelliteUrl ? ['satellite' as const] : []), 'offline'];
  }

  /** Shows a kind; falls back to the offline map if its tiles fail. */
  show(kind: GroundKind): void {
    clearTimeout(this.retry);
    this.tiles?.remove();
    this.tiles = undefined;
    this.failures = 0;
    const url = kind === 'streets' ? this.settings.tilesUrl : kind === 'satellite' ? this.settings.satelliteUrl : '';
    if (!url) {
      this.standIn();
      return;
    }
    this.standIn(); // until the first tile is there: the map is never a grey square
    this.tiles = L.tileLayer(url, { attribution: this.settings.attribution, maxZoom: 19 })
      .on('tileerror', () => { if (++this.failures >= FAILURES) this.fail(kind); })
      .on('tileload', () => this.arrived(kind));
    this.tiles.addTo(this.map);
  }

  /** Redraws in the colours of the theme that holds now. */
  refreshColors(): void {
    if (!this.map.hasLayer(this.offline)) return;
    this.base.refreshColors();
    this.labels.refreshColors();
  }

  remove(): void {
    clearTimeout(this.retry);
    this.tiles?.remove();
    this.offline.remove();
  }

  private arrived(kind: GroundKind): void {
    this.failures = 0;
    this.offline.remove();
    this.onShown(kind);
  }

  private fail(kind: GroundKind): void {
    this.tiles?.remove();
    this.tiles = undefined;
    this.standIn();
    this.retry = setTimeout(() => this.show(kind), RETRY_MS);
  }

  private standIn(): void {
    this.offline.addTo(this.map);
    this.onShown('offline');
  }
}
