import type { MapTokens } from './map-tokens';
import type { Road } from './roads';

interface Point {
  x: number;
  y: number;
}

interface Box extends Point {
  w: number;
  h: number;
  group: string;
}

/** Keeps labels apart: a place on the screen goes to the first that claims it. */
export class LabelBoxes {
  private readonly boxes: Box[] = [];

  /**
   * Claims a rectangle in pixels. With a group (a road's number) it is the distance kept from labels of the same group,
   * while others only need the middle of it free.
   */
  claim(x: number, y: number, w: number, h: number, group = ''): boolean {
    const mine = { x, y, w, h, group };
    const core = group ? { x: x + w / 2 - 16, y: y + h / 2 - 9, w: 32, h: 18, group } : mine;
    if (this.boxes.some((box) => overlaps(box.group === group && group ? mine : core, box))) return false;
    this.boxes.push(core);
    return true;
  }
}

function overlaps(a: Omit<Box, 'group'>, b: Box): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

/** Larger towns are set larger and darker. */
export function fontOf(population: number, zoom: number, family: string): { font: string; strong: boolean } {
  const strong = population > (zoom < 8 ? 400_000 : 150_000);
  const px = strong ? 14 : population > 60_000 ? 12 : 11;
  return { font: `${strong ? 600 : 450} ${px}px ${family}`, strong };
}

/** A name in the middle of `at`, with a halo so that it reads on any ground. */
export function drawLabel(ctx: CanvasRenderingContext2D, text: string, at: Point, color: string, halo: string): void {
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.lineJoin = 'round';
  ctx.lineWidth = 3;
  ctx.strokeStyle = halo;
  ctx.strokeText(text, at.x, at.y);
  ctx.fillStyle = color;
  ctx.fillText(text, at.x, at.y);
}

/** The green of primary road signs; the same in both modes, like the sign itself. */
const A_ROAD_GREEN = '#2b7a4b';

/** The number of a road on its sign. */
export function drawShield(ctx: CanvasRenderingContext2D, road: Road, at: Point, tokens: MapTokens): void {
  ctx.font = `600 10px ${tokens.font}`;
  const width = ctx.measureText(road.ref).width + 8;
  ctx.fillStyle = road.kind === 'motorway' ? tokens.shield : A_ROAD_GREEN;
  ctx.beginPath();
  ctx.roundRect(at.x - width / 2, at.y - 8, width, 16, 3);
  ctx.fill();
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillStyle = '#ffffff';
  ctx.fillText(road.ref, at.x, at.y + 0.5);
}
