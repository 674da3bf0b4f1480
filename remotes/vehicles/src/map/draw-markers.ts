import { STATUSES, type FleetVehicle } from '../fleet/vehicle';
import type { Cluster } from './clusters';
import { SPRITE_PX, type MarkerSprites } from './marker-sprites';

/** A point on the map's canvas, in CSS pixels. */
export interface Spot {
  x: number;
  y: number;
}

/** Draws one vehicle; a moving one points where it goes. */
export function drawVehicle(ctx: CanvasRenderingContext2D, vehicle: FleetVehicle, at: Spot, sprites: MarkerSprites): void {
  const half = SPRITE_PX / 2;
  const mark = sprites.marks[vehicle.status];
  if (vehicle.status !== 'MOVING') {
    ctx.drawImage(mark, at.x - half, at.y - half, SPRITE_PX, SPRITE_PX);
    return;
  }
  ctx.save();
  ctx.translate(at.x, at.y);
  ctx.rotate((vehicle.headingDeg * Math.PI) / 180);
  ctx.drawImage(mark, -half, -half, SPRITE_PX, SPRITE_PX);
  ctx.restore();
}

/** The ring that marks the selected vehicle. */
export function drawHalo(ctx: CanvasRenderingContext2D, vehicle: FleetVehicle, at: Spot, sprites: MarkerSprites): void {
  ctx.beginPath();
  ctx.arc(at.x, at.y, 21, 0, 2 * Math.PI);
  ctx.fillStyle = ctx.strokeStyle = sprites.colors[vehicle.status];
  ctx.globalAlpha = 0.2;
  ctx.fill();
  ctx.globalAlpha = 0.9;
  ctx.lineWidth = 1.5;
  ctx.stroke();
  ctx.globalAlpha = 1;
}

/** The radius of a cluster's circle, in pixels. */
export function clusterRadius(count: number): number {
  return Math.min(30, 15 + 2.2 * Math.log2(count));
}

/** Draws a cluster as a ring whose parts are the shares of each state, with the count in it. */
export function drawCluster(ctx: CanvasRenderingContext2D, cluster: Cluster, at: Spot, sprites: MarkerSprites): void {
  const radius = clusterRadius(cluster.count);
  ctx.save();
  ctx.shadowColor = 'rgba(16, 26, 43, 0.35)';
  ctx.shadowBlur = 5;
  ctx.shadowOffsetY = 1;
  ctx.fillStyle = sprites.surface;
  ctx.beginPath();
  ctx.arc(at.x, at.y, radius + 2, 0, 2 * Math.PI);
  ctx.fill();
  ctx.restore();
  let angle = -Math.PI / 2;
  const parts = STATUSES.filter((status) => cluster.shares[status] > 0);
  const gap = parts.length > 1 ? 0.06 : 0;
  ctx.lineWidth = 5;
  for (const status of parts) {
    const sweep = (cluster.shares[status] / cluster.count) * 2 * Math.PI;
    ctx.strokeStyle = sprites.colors[status];
    ctx.beginPath();
    ctx.arc(at.x, at.y, radius - 2, angle + gap, angle + Math.max(sweep - gap, gap * 1.5));
    ctx.stroke();
    angle += sweep;
  }
  ctx.fillStyle = sprites.text;
  ctx.font = `650 13px ${sprites.font}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(cluster.count > 999 ? '999+' : String(cluster.count), at.x, at.y + 0.5);
}

/** The name beside a vehicle under the pointer. */
export function drawName(ctx: CanvasRenderingContext2D, name: string, at: Spot, sprites: MarkerSprites): void {
  ctx.font = `600 12px ${sprites.font}`;
  const width = ctx.measureText(name).width + 14;
  ctx.fillStyle = sprites.surface;
  ctx.shadowColor = 'rgba(16, 26, 43, 0.3)';
  ctx.shadowBlur = 6;
  ctx.beginPath();
  ctx.roundRect(at.x + 14, at.y - 11, width, 22, 6);
  ctx.fill();
  ctx.shadowColor = 'transparent';
  ctx.shadowBlur = 0;
  ctx.fillStyle = sprites.text;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  ctx.fillText(name, at.x + 21, at.y + 0.5);
}
