import { STATUSES, STATUS_TOKEN, type Status } from '../fleet/vehicle';

/** Colours and pre-drawn markers for one theme and screen density. */
export interface MarkerSprites {
  marks: Record<Status, HTMLCanvasElement>;
  colors: Record<Status, string>;
  surface: string;
  text: string;
  font: string;
  ratio: number;
}

/** Edge of a sprite in CSS pixels. */
export const SPRITE_PX = 28;

/** Draws each state's mark once: arrow, pause bars, P, slash, question mark, so that colour never speaks alone. */
export function makeSprites(container: Element): MarkerSprites {
  const read = tokenReader(container);
  const ratio = Math.min(window.devicePixelRatio || 1, 2);
  const colors = Object.fromEntries(STATUSES.map((s) => [s, read(`--${STATUS_TOKEN[s]}`)])) as Record<Status, string>;
  const surface = read('--surface');
  const marks = Object.fromEntries(STATUSES.map((status) => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = SPRITE_PX * ratio;
    const ctx = canvas.getContext('2d');
    if (ctx) {
      ctx.scale(ratio, ratio);
      ctx.translate(SPRITE_PX / 2, SPRITE_PX / 2);
      drawMark(ctx, status, colors[status], surface);
    }
    return [status, canvas];
  })) as Record<Status, HTMLCanvasElement>;
  return { marks, colors, surface, text: read('--text'), font: getComputedStyle(container).fontFamily, ratio };
}

function tokenReader(container: Element) {
  return (token: string) => {
    const probe = document.createElement('span');
    probe.style.color = `var(${token})`;
    container.append(probe);
    const color = getComputedStyle(probe).color;
    probe.remove();
    return color;
  };
}

function drawMark(ctx: CanvasRenderingContext2D, status: Status, color: string, surface: string): void {
  ctx.shadowColor = 'rgba(16, 26, 43, 0.35)';
  ctx.shadowBlur = 3;
  ctx.shadowOffsetY = 1;
  ctx.lineJoin = 'round';
  ctx.strokeStyle = surface;
  ctx.fillStyle = color;
  if (status === 'MOVING') {
    drawArrow(ctx);
    return;
  }
  ctx.lineWidth = 2;
  ctx.beginPath();
  ctx.arc(0, 0, 9, 0, 2 * Math.PI);
  ctx.fill();
  ctx.shadowColor = 'transparent';
  ctx.stroke();
  drawSign(ctx, status, surface);
}

/** Points north; turned to the heading when it is placed. */
function drawArrow(ctx: CanvasRenderingContext2D): void {
  ctx.beginPath();
  ctx.moveTo(0, -11);
  ctx.lineTo(8, 9);
  ctx.lineTo(0, 5);
  ctx.lineTo(-8, 9);
  ctx.closePath();
  ctx.lineWidth = 3.5;
  ctx.stroke();
  ctx.shadowColor = 'transparent';
  ctx.fill();
}

function drawSign(ctx: CanvasRenderingContext2D, status: Status, surface: string): void {
  ctx.fillStyle = ctx.strokeStyle = surface;
  ctx.lineCap = 'round';
  if (status === 'IDLING') {
    ctx.fillRect(-3.6, -4, 2.4, 8);
    ctx.fillRect(1.2, -4, 2.4, 8);
  } else if (status === 'OFFLINE') {
    ctx.beginPath();
    ctx.moveTo(-3.6, 3.6);
    ctx.lineTo(3.6, -3.6);
    ctx.stroke();
  } else {
    ctx.font = '700 11px system-ui, sans-serif';
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    ctx.fillText(status === 'STATIONARY' ? 'P' : '?', 0, 0.5);
  }
}
