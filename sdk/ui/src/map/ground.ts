import L from 'leaflet';

import { BaseMapLayer } from './basemap/base-map-layer';
import { LabelLayer } from './basemap/label-layer';
import type { Road } from './basemap/roads';
import type { BaseTileStore } from './basemap/tile-store';
import type { TileSettings } from './tile-settings';

/** What lies under the vehicles. */
export type GroundKind = 'streets' | 'satellite' | 'offline';

/** Tile failures in a row after which the offline map takes over. */
const FAILURES = 4;

/** How often the wanted tiles are tried again while the offline map stands in, in milliseconds. */
const RETRY_MS = 60_000;

/** The ground of a map: the wanted tiles, or the offline base map whenever those cannot be had. */
export class Ground {
  private tiles: L.GridLayer | undefined;
  private readonly offline: L.LayerGroup;
  private readonly base: BaseMapLayer;
  private readonly labels: LabelLayer;
  private failures = 0;
  private turn = 0;
  private kind: GroundKind = 'offline';
  private retry: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly map: L.Map, private readonly settings: TileSettings, store: BaseTileStore, roads: Road[],
    private readonly onShown: (shown: GroundKind, isStandIn: boolean) => void,
  ) {
    this.base = new BaseMapLayer(store, roads);
    this.labels = new LabelLayer(store, roads);
    this.offline = L.layerGroup([this.base, this.labels]);
  }

  /** The kinds that this installation offers. */
  static offered(settings: TileSettings): GroundKind[] {
    return [...(settings.streetsUrl || settings.tilesUrl ? ['streets' as const] : []), ...(settings.satelliteUrl ? ['satellite' as const] : []), 'offline'];
  }

  /** Shows a kind; falls back to the offline map if its tiles fail. */
  show(kind: GroundKind): void {
    clearTimeout(this.retry);
    this.kind = kind;
    this.turn++;
    this.tiles?.remove();
    this.tiles = undefined;
    this.failures = 0;
    this.standIn(false); // until the first tile is there: the map is never a grey square
    if (kind === 'streets' && this.settings.streetsUrl) {
      this.drawStreets(this.settings.streetsUrl, this.turn);
      return;
    }
    const url = kind === 'streets' ? this.settings.tilesUrl : kind === 'satellite' ? this.settings.satelliteUrl : '';
    if (!url) return;
    this.tiles = L.tileLayer(url, { attribution: this.settings.attribution, maxZoom: 19 })
      .on('tileerror', () => this.failed(kind))
      .on('tileload', () => this.arrived(kind));
    this.tiles.addTo(this.map);
  }

  /** Redraws in the colours of the theme that holds now. */
  refreshColors(): void {
    if (this.kind === 'streets' && this.settings.streetsUrl) this.show(this.kind);
    if (!this.map.hasLayer(this.base)) return;
    this.base.refreshColors();
    this.labels.refreshColors();
  }

  remove(): void {
    clearTimeout(this.retry);
    this.turn++;
    this.tiles?.remove();
    this.offline.remove();
  }

  /** Draws the operator's file. The packaged ground stays below, for what lies beyond its edges. */
  private drawStreets(url: string, turn: number): void {
    const isMine = () => turn === this.turn;
    import('./streets/street-layer')
      .then(async ({ openStreets }) => openStreets({
        url, element: this.map.getContainer(), language: document.documentElement.lang.slice(0, 2) || 'en', onFailed: () => { if (isMine()) this.failed('streets'); },
      }))
      .then((layer) => {
        if (!isMine()) return;
        this.tiles = layer;
        const { minZoom = 0 } = layer.options as L.GridLayerOptions;
        const named = () => { if (this.map.getZoom() < minZoom) this.labels.addTo(this.map); };
        layer.on('tileload', () => {
          this.labels.remove(); // the file has names of its own
          this.onShown('streets', false);
        });
        layer.on('remove', () => this.map.off('zoomend', named));
        this.map.on('zoomend', named);
        layer.setZIndex(3).addTo(this.map);
      })
      .catch(() => { if (isMine()) this.fail('streets'); });
  }

  private failed(kind: GroundKind): void {
    if (++this.failures >= FAILURES) this.fail(kind);
  }

  private arrived(kind: GroundKind): void {
    this.failures = 0;
    this.offline.remove();
    this.onShown(kind, false);
  }

  private fail(kind: GroundKind): void {
    this.tiles?.remove();
    this.tiles = undefined;
    this.standIn(true);
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.show(kind), RETRY_MS);
  }

  private standIn(isInstead: boolean): void {
    this.offline.remove(); // of the group, the names may be hidden
    this.offline.addTo(this.map);
    this.onShown('offline', isInstead);
  }
}
