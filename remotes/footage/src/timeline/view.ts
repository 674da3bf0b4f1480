import { daySeconds } from '../clip/rules';

/** The part of a day that the timeline shows, in seconds of the day. */
export interface View {
  from: number;
  span: number;
}

/** All of it. */
export const wholeDay: View = { from: 0, span: daySeconds };
/** The least that is shown, in seconds. */
const leastSpan = 120;

/** A view of so many seconds about a second, kept within the day. */
export function viewAbout(centre: number, span: number): View {
  const kept = Math.min(daySeconds, Math.max(leastSpan, span));
  return { from: Math.min(daySeconds - kept, Math.max(0, centre - kept / 2)), span: kept };
}

/** Zooms in by a factor above 1, out by one below; the time in the middle stays there as far as the day allows. */
export function zoomed({ from, span }: View, factor: number): View {
  return viewAbout(from + span / 2, span / factor);
}

/** Moved by seconds, kept within the day. */
export function moved({ from, span }: View, seconds: number): View {
  return viewAbout(from + span / 2 + seconds, span);
}

/** The same view if a stretch lies within it; moved as little as it takes when it is near, else one about the stretch. */
export function showing(view: View, start: number, end: number): View {
  const { from, span } = view;
  if (start >= from && end <= from + span) {
    return view;
  }
  const isNear = end - start <= span && start > from - span / 4 && end < from + span * 1.25;
  return isNear ? moved(view, start < from ? start - from : end - from - span) : viewAbout((start + end) / 2, Math.max(span, (end - start) * 1.5));
}

/** 0 for the whole day to 1 for the least that is shown. */
export function zoomOf({ span }: View): number {
  return Math.log(daySeconds / span) / Math.log(daySeconds / leastSpan);
}

/** The view with the same middle at a zoom from 0 to 1. */
export function atZoom({ from, span }: View, zoom: number): View {
  return viewAbout(from + span / 2, daySeconds / (daySeconds / leastSpan) ** Math.min(1, Math.max(0, zoom)));
}

/** Seconds between the markers of a day that is so many pixels wide; a zoomed day is that much wider. */
export function markerSeconds(width: number): number {
  if (width >= 1200) return 900;
  if (width >= 800) return 1800;
  return width >= 500 ? 3600 : 7200;
}

/** One line of the axis. */
export interface Tick {
  second: number;
  /** A marker by the rule of the product, not one of the finer lines between. */
  isMarker: boolean;
  isLabelled: boolean;
}

/** Room that the time of a tick takes, in pixels. */
const labelWidth = 68;
const finer = [1, 5, 10, 15, 30, 60, 120, 300, 600, 900];

/** The axis of a view that is so many pixels wide: its markers, and finer lines where there is room. */
export function ticksOf(view: View, width: number): Tick[] {
  if (width <= 0) {
    return [];
  }
  const perSecond = width / view.span;
  const marker = markerSeconds(perSecond * daySeconds);
  const roomy = finer.find((step) => step * perSecond >= labelWidth) ?? marker;
  const step = roomy < marker && marker % roomy === 0 ? roomy : marker;
  const every = step * Math.max(1, Math.ceil(labelWidth / (step * perSecond)));
  const first = Math.ceil(view.from / step) * step;
  const count = Math.floor((view.from + view.span - first) / step) + 1;
  return Array.from({ length: count }, (_, i) => first + i * step).map((second) => ({ second, isMarker: second % marker === 0, isLabelled: second % every === 0 }));
}
