import L from 'leaflet';

import { drawLabel, drawShield, fontOf, LabelBoxes } from './labels';
import { readMapTokens, type MapTokens } from './map-tokens';
import type { Road } from './roads';
import type { BaseLevel, BasePlace, BaseTileStore } from './tile-store';

/** The smallest town that is named, by zoom. */
const MIN_POPULATION: Record<number, number> = { 3: 4e6, 4: 2e6, 5: 9e5, 6: 4e5, 7: 1.4e5, 8: 7e4, 9: 2.5e4, 10: 9e3, 11: 3e3 };

interface Named extends BasePlace {
  level: BaseLevel;
  tileX: number;
  tileY: number;
}

/** Names of towns and numbers of roads over the base map: largest first, none over another. */
export class LabelLayer extends L.Layer {
  private canvas: HTMLCanvasElement | undefined;
  private tokens: MapTokens | undefined;
  private draws = 0;

  constructor(private readonly store: BaseTileStore, private readonly roads: Road[]) {
    super({ pane: 'tilePane' });
  }

  override onAdd(map: L.Map): this {
    this.canvas = L.DomUtil.create('canvas', 'leaflet-zoom-hide');
    this.canvas.style.pointerEvents = 'none';
    this.canvas.style.zIndex = '2';
    this.canvas.setAttribute('aria-hidden', 'true');
    map.getPane('tilePane')?.append(this.canvas);
    map.on('moveend zoomend resize', this.draw, this);
    this.draw();
    return this;
  }

  override onRemove(map: L.Map): this {
    map.off('moveend zoomend resize', this.draw, this);
    this.canvas?.remove();
    this.canvas = undefined;
    return this;
  }

  refreshColors(): void {
    this.tokens = undefined;
    this.draw();
  }

  private draw(): void {
    const turn = ++this.draws;
    this.collect().then((places) => {
      if (turn === this.draws) this.render(places);
    }, () => undefined); // without its tiles the map has no names; the tile layer reports the failure
  }

  /** The places of all tiles in view, largest first. */
  private async collect(): Promise<Named[]> {
    const map = this._map;
    const level = await this.store.levelFor(Math.round(map.getZoom()));
    const bounds = map.getBounds().pad(0.25);
    const side = 2 ** level.z;
    const column = (lng: number) => Math.floor((lng / 360 + 0.5) * side);
    const row = (lat: number) => Math.floor((map.project([lat, 0], level.z).y / 256));
    const jobs: Promise<Named[]>[] = [];
    for (let tileX = column(bounds.getWest()); tileX <= column(bounds.getEast()); tileX++) {
      for (let tileY = Math.max(0, row(bounds.getNorth())); tileY <= Math.min(side - 1, row(bounds.getSouth())); tileY++) {
        jobs.push(this.store.tile(level, tileX, tileY).then(({ places }) => places.map((p) => ({ ...p, level, tileX, tileY }))));
      }
    }
    return (await Promise.all(jobs)).flat().sort((a, b) => b.population - a.population);
  }

  private render(places: Named[]): void {
    const map = this._map;
    const ctx = this.canvas?.getContext('2d');
    if (!map || !ctx || !this.canvas) return;
    const size = map.getSize();
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    this.canvas.width = size.x * ratio;
    this.canvas.height = size.y * ratio;
    this.canvas.style.width = `${size.x}px`;
    this.canvas.style.height = `${size.y}px`;
    L.DomUtil.setPosition(this.canvas, map.containerPointToLayerPoint([0, 0]));
    this.tokens ??= readMapTokens(map.getContainer());
    ctx.scale(ratio, ratio);
    const boxes = new LabelBoxes();
    this.renderPlaces(ctx, places, boxes, this.tokens);
    this.renderShields(ctx, boxes, this.tokens);
  }

  private renderPlaces(ctx: CanvasRenderingContext2D, places: Named[], boxes: LabelBoxes, tokens: MapTokens): void {
    const zoom = Math.round(this._map.getZoom());
    const smallest = MIN_POPULATION[zoom] ?? 0;
    const size = this._map.getSize();
    for (const place of places) {
      if (place.population < smallest) break;
      const scale = 1 / place.level.extent;
      const world = L.point((place.tileX + place.x * scale) * 256, (place.tileY + place.y * scale) * 256);
      const at = this._map.latLngToContainerPoint(this._map.unproject(world, place.level.z));
      if (at.x < -80 || at.y < -20 || at.x > size.x + 80 || at.y > size.y + 20) continue;
      const { font, strong } = fontOf(place.population, zoom, tokens.font);
      ctx.font = font;
      const width = ctx.measureText(place.name).width;
      if (!boxes.claim(at.x - width / 2 - 6, at.y - 10, width + 12, 20)) continue;
      drawLabel(ctx, place.name, at, strong ? tokens.text : tokens.text2, tokens.halo);
    }
  }

  private renderShields(ctx: CanvasRenderingContext2D, boxes: LabelBoxes, tokens: MapTokens): void {
    const zoom = this._map.getZoom();
    if (zoom < 8) return;
    const size = this._map.getSize();
    for (const road of this.roads) {
      if (road.kind === 'a' && zoom < 10) continue;
      const spacing = Math.max(1, Math.floor(road.points.length / (zoom < 10 ? 3 : 7)));
      for (let i = Math.floor(spacing / 2); i < road.points.length; i += spacing) {
        const point = road.points[i];
        if (!point) continue;
        const at = this._map.latLngToContainerPoint(this._map.unproject([point.x * 256, point.y * 256], 0));
        if (at.x < 0 || at.y < 0 || at.x > size.x || at.y > size.y) continue;
        const apart = road.kind === 'motorway' ? 150 : 320;
        if (boxes.claim(at.x - apart / 2, at.y - apart / 2, apart, apart, road.ref)) drawShield(ctx, road, at, tokens);
      }
    }
  }
}
