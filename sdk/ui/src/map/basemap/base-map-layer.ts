import L from 'leaflet';

import { drawTile } from './draw-tile';
import { readMapTokens, type MapTokens } from './map-tokens';
import type { Road } from './roads';
import type { BaseTileStore } from './tile-store';

/** The offline base map as a Leaflet layer: coast, towns, borders and main roads, in the colours of the theme. */
export class BaseMapLayer extends L.GridLayer {
  private tokens: MapTokens | undefined;

  constructor(private readonly store: BaseTileStore, private readonly roads: Road[], options?: L.GridLayerOptions) {
    super({ maxZoom: 19, updateWhenZooming: false, keepBuffer: 2, ...options });
  }

  /** Redraws in the colours that hold now; called when the theme changes. */
  refreshColors(): void {
    this.tokens = undefined;
    this.redraw();
  }

  protected override createTile(coords: L.Coords, done: L.DoneCallback): HTMLElement {
    const size = this.getTileSize().x;
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = size * ratio;
    this.paint(canvas, coords, size, ratio).then(() => done(undefined, canvas), (error: Error) => done(error, canvas));
    return canvas;
  }

  private async paint(canvas: HTMLCanvasElement, { x, y, z: zoom }: L.Coords, size: number, ratio: number) {
    const level = await this.store.levelFor(zoom);
    const shift = zoom - level.z;
    const wide = 2 ** zoom;
    const column = ((x % wide) + wide) % wide;
    const base = await this.store.tile(level, Math.floor(column / 2 ** shift), Math.floor(y / 2 ** shift));
    const ctx = canvas.getContext('2d');
    if (!ctx || !this._map) return;
    this.tokens ??= readMapTokens(this._map.getContainer());
    ctx.scale(ratio, ratio);
    drawTile(ctx, base, level, { x: column, y, zoom, size }, this.roads, this.tokens);
  }
}
