import type { MapTokens } from './map-tokens';
import type { BaseLevel, BaseTile, Town } from './tile-store';
import type { Road } from './roads';

/** Where one map tile lies: its coordinates at `zoom`, drawn `size` CSS pixels wide. */
export interface TilePlace {
  x: number;
  y: number;
  zoom: number;
  size: number;
}

/** Draws land, towns, borders and roads of one tile; the context is scaled to CSS pixels. */
export function drawTile(
  ctx: CanvasRenderingContext2D, base: BaseTile, level: BaseLevel, place: TilePlace, roads: Road[], tokens: MapTokens,
): void {
  ctx.fillStyle = tokens.sea;
  ctx.fillRect(0, 0, place.size, place.size);
  const times = 2 ** (place.zoom - level.z);
  const unit = (place.size * times) / level.extent;
  ctx.save();
  ctx.translate(-(place.x % times) * place.size, -(place.y % times) * place.size);
  ctx.scale(unit, unit);
  drawLand(ctx, base, level, unit, tokens);
  if (place.zoom >= 7) drawTowns(ctx, base, level, place, tokens);
  drawBorders(ctx, base, unit, tokens);
  ctx.restore();
  drawRoads(ctx, place, roads, tokens);
}

function drawLand(ctx: CanvasRenderingContext2D, base: BaseTile, level: BaseLevel, unit: number, tokens: MapTokens) {
  ctx.fillStyle = tokens.land;
  if (base.land === 'full') ctx.fillRect(-level.extent, -level.extent, 3 * level.extent, 3 * level.extent);
  else if (base.land) ctx.fill(base.land, 'evenodd');
  if (!base.coast) return;
  ctx.strokeStyle = tokens.coast;
  ctx.lineWidth = 1 / unit;
  ctx.stroke(base.coast);
}

function drawBorders(ctx: CanvasRenderingContext2D, base: BaseTile, unit: number, tokens: MapTokens) {
  if (!base.borders) return;
  ctx.strokeStyle = tokens.border;
  ctx.globalAlpha = 0.6;
  ctx.lineWidth = 1 / unit;
  ctx.setLineDash([5 / unit, 4 / unit]);
  ctx.stroke(base.borders);
  ctx.setLineDash([]);
  ctx.globalAlpha = 1;
}

/** Kilometres of built-up ground from the middle of a town, a root of its people; build-basemap.mjs has the same number. */
const KM_BY_ROOT = 0.016;

/** How far a town's waves reach beyond its radius, at most. */
const REACH = 1.25;

/** Built-up ground as an uneven patch whose area follows the population: the open data has points, not outlines. Of the thousands in a tile of the level those
 * are drawn that this tile sees a part of. */
function drawTowns(ctx: CanvasRenderingContext2D, base: BaseTile, level: BaseLevel, place: TilePlace, tokens: MapTokens) {
  const kmPerUnit = 40_075 / (level.extent * 2 ** level.z);
  const times = 2 ** (place.zoom - level.z);
  const side = level.extent / times;
  const [left, top] = [(place.x % times) * side, (place.y % times) * side];
  ctx.fillStyle = tokens.urban;
  ctx.save();
  if (base.land && base.land !== 'full') ctx.clip(base.land, 'evenodd'); // a harbour town ends at the water
  ctx.beginPath();
  for (const towns of [base.places, base.beyond]) {
    for (const town of towns) {
      const radius = (KM_BY_ROOT * Math.sqrt(town.population)) / kmPerUnit;
      const reach = radius * REACH;
      if (town.x + reach >= left && town.x - reach <= left + side && town.y + reach >= top && town.y - reach <= top + side) addTown(ctx, town, radius, cornersOf((radius * place.size) / side));
    }
  }
  ctx.fill('nonzero');
  ctx.restore();
}

/** Waves around a town: how many, how deep, and how they are turned. No two of them make a figure that one would name. */
const WAVES = [[2, 0.08, 1], [5, 0.07, 2.3], [7, 0.06, 4.1], [11, 0.04, 0.7]] as const;

/** Corners of a town so many CSS pixels wide and high: a speck needs few. */
function cornersOf(radius: number): number {
  return Math.min(48, Math.max(8, Math.ceil(radius * 4)));
}

/** A town looks the same from every tile that sees a part of it: its shape follows from its people alone. */
function addTown(ctx: CanvasRenderingContext2D, { x, y, population }: Town, radius: number, corners: number): void {
  const turn = (population % 628) / 100;
  for (let i = 0; i < corners; i++) {
    const angle = (i / corners) * 2 * Math.PI;
    const r = radius * WAVES.reduce((sum, [count, depth, by]) => sum + depth * Math.sin(count * angle + by * turn), 1);
    const [px, py] = [x + r * Math.cos(angle), y + r * Math.sin(angle)];
    if (i === 0) ctx.moveTo(px, py);
    else ctx.lineTo(px, py);
  }
  ctx.closePath();
}

const WIDTHS = { motorway: [1.2, 2, 3, 4.5, 6], a: [0.6, 1, 1.6, 2.6, 4] } as const;

function drawRoads(ctx: CanvasRenderingContext2D, place: TilePlace, roads: Road[], tokens: MapTokens) {
  if (place.zoom < 6) return;
  const world = place.size * 2 ** place.zoom;
  const [left, top] = [place.x * place.size, place.y * place.size];
  const margin = 8;
  const visible = roads.filter(({ bounds, kind }) =>
    (kind === 'motorway' || place.zoom >= 8)
    && bounds.maxX * world > left - margin && bounds.minX * world < left + place.size + margin
    && bounds.maxY * world > top - margin && bounds.minY * world < top + place.size + margin);
  ctx.lineJoin = 'round';
  ctx.lineCap = 'round';
  for (const kind of ['a', 'motorway'] as const) {
    const path = new Path2D();
    for (const road of visible.filter((r) => r.kind === kind)) {
      road.points.forEach(({ x, y }, i) => {
        if (i === 0) path.moveTo(x * world - left, y * world - top);
        else path.lineTo(x * world - left, y * world - top);
      });
    }
    const width = WIDTHS[kind][Math.min(4, Math.max(0, Math.floor((place.zoom - 6) / 1.5)))] ?? 1;
    ctx.strokeStyle = kind === 'motorway' ? tokens.motorwayCase : tokens.roadCase;
    ctx.lineWidth = width + 1.4;
    ctx.stroke(path);
    ctx.strokeStyle = kind === 'motorway' ? tokens.motorway : tokens.road;
    ctx.lineWidth = width;
    ctx.stroke(path);
  }
}
