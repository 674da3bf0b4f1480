import { firstFrom, levelAt, silenceMs, type Track } from './track';

/** A stretch of time in Unix milliseconds. */
export interface Span {
  from: number;
  to: number;
}

/** Heights of the parts of the picture, from above, in pixels. */
export const strip = { plot: 96, gap: 8, ignition: 12 } as const;
/** Kept free above the axis' top, for its number. */
const headroom = 14;
/** The height of the whole picture. */
export const stripHeight = strip.plot + strip.gap + strip.ignition;

/** What the picture is drawn with, as the page resolves it. */
export interface StripLook {
  width: number;
  colors: Record<'speed' | 'fill' | 'limit' | 'grid' | 'text' | 'warn' | 'over' | 'on' | 'off' | 'silent', string>;
  font: string;
  /** A speed in km/h in the user's unit. */
  inUnit: (kmh: number) => number;
}

/** Draws speed, limit and ignition of a time: for each pixel the least and the most, so that a day costs as much as an hour. */
export function drawStrip(context: CanvasRenderingContext2D, track: Track, view: Span, look: StripLook): void {
  const { width, colors } = look;
  context.clearRect(0, 0, width, stripHeight);
  const most = axisTop(track, look.inUnit);
  const yOf = (kmh: number) => strip.plot - (look.inUnit(kmh) / most) * (strip.plot - headroom);
  const xOf = (at: number) => ((at - view.from) / (view.to - view.from)) * width;
  drawGrid(context, most, look);
  const first = Math.max(0, firstFrom(track.times, view.from) - 1);
  const end = Math.min(track.times.length, firstFrom(track.times, view.to) + 1);
  drawSilence(context, track, first, end, xOf, look);
  drawSpeed(context, track, first, end, { xOf, yOf, look });
  drawIgnition(context, track, first, end, xOf, colors);
}

/** The top of the axis in the user's unit: a round number above all speeds. */
function axisTop({ speed }: Track, inUnit: (kmh: number) => number): number {
  let most = 0;
  for (const kmh of speed) if (kmh > most) most = kmh;
  return Math.max(40, Math.ceil(inUnit(most) / 20) * 20);
}

function drawGrid(context: CanvasRenderingContext2D, most: number, { width, colors, font }: StripLook): void {
  context.font = font;
  context.textBaseline = 'bottom';
  for (let value = 0; value <= most; value += most > 80 ? 40 : 20) {
    const y = Math.round(strip.plot - (value / most) * (strip.plot - headroom)) + 0.5;
    context.fillStyle = colors.grid;
    context.fillRect(0, y - 0.5, width, 1);
    context.fillStyle = colors.text;
    if (value > 0) context.fillText(String(value), 2, y - 1);
  }
}

/** Hatches the times in which nothing came. */
function drawSilence(context: CanvasRenderingContext2D, { times, ignition }: Track, first: number, end: number, xOf: (at: number) => number, { colors }: StripLook): void {
  context.strokeStyle = colors.silent;
  context.lineWidth = 1;
  for (let i = first + 1; i < end; i++) {
    const [before, at] = [times[i - 1] ?? 0, times[i] ?? 0];
    if (at - before < silenceMs || ignition[i - 1] === 0) continue;
    const [left, right] = [xOf(before), xOf(at)];
    context.save();
    context.beginPath();
    context.rect(left, 0, right - left, strip.plot);
    context.clip();
    context.beginPath();
    for (let x = left - strip.plot; x < right; x += 6) {
      context.moveTo(x, strip.plot);
      context.lineTo(x + strip.plot, 0);
    }
    context.stroke();
    context.restore();
  }
}

interface Scale {
  xOf: (at: number) => number;
  yOf: (kmh: number) => number;
  look: StripLook;
}

function drawSpeed(context: CanvasRenderingContext2D, track: Track, first: number, end: number, { xOf, yOf, look: { colors } }: Scale): void {
  const tones = [colors.speed, colors.warn, colors.over] as const;
  let column = -1;
  let low = Infinity;
  let high = -Infinity;
  let level: 0 | 1 | 2 = 0;
  let last: { x: number; y: number } | undefined;
  const flush = (isCut: boolean) => {
    if (high >= low) {
      const [top, bottom] = [yOf(high), yOf(low)];
      context.fillStyle = colors.fill;
      context.fillRect(last && !isCut ? last.x : column, top, last && !isCut ? Math.max(1, column - last.x + 1) : 1, strip.plot - top);
      context.strokeStyle = tones[level];
      context.lineWidth = 1.25;
      context.beginPath();
      if (last && !isCut) context.moveTo(last.x + 0.5, last.y);
      else context.moveTo(column + 0.5, bottom);
      context.lineTo(column + 0.5, top);
      context.lineTo(column + 0.5, bottom);
      context.stroke();
      last = { x: column, y: bottom };
    }
  };
  let cut = true;
  for (let i = first; i < end; i++) {
    const at = track.times[i] ?? 0;
    const kmh = track.speed[i] ?? Number.NaN;
    const isCut = i > first && at - (track.times[i - 1] ?? 0) >= silenceMs;
    if (Number.isNaN(kmh)) continue;
    const x = Math.floor(xOf(at));
    if (x !== column || isCut) {
      flush(cut);
      cut = isCut || column < 0;
      if (isCut) last = undefined;
      [column, low, high, level] = [x, kmh, kmh, levelAt(track, i)];
      continue;
    }
    low = Math.min(low, kmh);
    high = Math.max(high, kmh);
    level = Math.max(level, levelAt(track, i)) as 0 | 1 | 2;
  }
  flush(cut);
  drawLimit(context, track, first, end, xOf, yOf, colors.limit);
}

function drawLimit(context: CanvasRenderingContext2D, { times, limit }: Track, first: number, end: number, xOf: (at: number) => number, yOf: (kmh: number) => number, color: string): void {
  context.strokeStyle = color;
  context.lineWidth = 1;
  context.setLineDash([3, 3]);
  context.beginPath();
  let before = Number.NaN;
  for (let i = first; i < end; i++) {
    const value = limit[i] ?? Number.NaN;
    const isLast = i + 1 >= end || (times[i + 1] ?? 0) - (times[i] ?? 0) >= silenceMs;
    if (value !== before || isLast) {
      if (!Number.isNaN(before)) context.lineTo(xOf(times[i] ?? 0), yOf(before));
      if (!Number.isNaN(value)) context.moveTo(xOf(times[i] ?? 0), yOf(value));
    }
    before = isLast ? Number.NaN : value;
  }
  context.stroke();
  context.setLineDash([]);
}

function drawIgnition(context: CanvasRenderingContext2D, { times, ignition }: Track, first: number, end: number, xOf: (at: number) => number, colors: StripLook['colors']): void {
  const top = strip.plot + strip.gap;
  for (let i = first; i < end - 1; i++) {
    const state = ignition[i] ?? -1;
    const [at, next] = [times[i] ?? 0, times[i + 1] ?? 0];
    if (state < 0 || (next - at >= silenceMs && state === 1)) continue;
    context.fillStyle = state === 1 ? colors.on : colors.off;
    context.fillRect(xOf(at), top, Math.max(1, xOf(next) - xOf(at) + 0.5), strip.ignition);
  }
}
