import * as z from '@outrider/sdk/schema';

/** Columns of Home's grid. */
export const columns = 12;
/** Height of a row in pixels; the gap between cards is within. */
export const rowHeight = 30;
/** How high a row gets where few rows have the whole screen. */
const mostRowHeight = 64;

/** The height of a row with which places fill a page that is `available` pixels high; cards never get lower than they are made for. */
export function fillingRowHeight(places: readonly Pick<WidgetPlace, 'y' | 'h'>[], available: number): number {
  const rows = Math.max(1, ...places.map(({ y, h }) => y + h));
  return Math.min(mostRowHeight, Math.max(rowHeight, Math.floor((available / rows) * 100) / 100));
}

const placeSchema = z.object({
  id: z.string(),
  x: z.number().catch(-1),
  y: z.number().catch(-1),
  w: z.number().catch(0),
  h: z.number().catch(0),
  static: z.boolean().catch(false),
  disabled: z.boolean().catch(false),
  enabled: z.boolean().catch(true),
});

/** Where a widget is, in columns and rows; `static`: pinned, `disabled`: the user may not have it, `enabled`: the user shows it. */
export type WidgetPlace = z.infer<typeof placeSchema>;

/** How many days Home can be about, today included. */
export const periods = [1, 7, 14, 28] as const;
/** The days that it is about by itself. */
const usualPeriod = 14;

/** The preferences under `pages`. */
export const savedSchema = z.object({
  dashboard: z.object({ widgets: z.array(placeSchema).catch([]), days: z.literal(periods).catch(usualPeriod) }).catch({ widgets: [], days: usualPeriod }),
});

/** A widget's first size, and whether the user may see it. */
interface FirstPlace {
  id: string;
  w: number;
  h: number;
  isAllowed: boolean;
  /** Not shown until the user chooses it. */
  isHidden?: boolean;
}

/** The place of each widget: the saved one, else the first gap that is wide enough. */
export function placed(widgets: FirstPlace[], saved: WidgetPlace[]): WidgetPlace[] {
  const known = new Map(saved.filter(({ x, y, w, h }) => x >= 0 && y >= 0 && w > 0 && h > 0).map((place) => [place.id, place]));
  const enabled = new Map(saved.map((place) => [place.id, place.enabled]));
  const taken = widgets.flatMap(({ id }) => known.get(id) ?? []).filter((place) => place.enabled);
  const isArranged = taken.length > 0;
  const places = widgets.map(({ id, w, h, isAllowed, isHidden = false }) => {
    const found = known.get(id);
    if (found) {
      return { ...found, disabled: !isAllowed };
    }
    const size = { w: Math.min(columns, Math.max(1, w)), h: Math.max(2, h) };
    const place = { id, ...size, ...firstGap(size, taken), static: false, disabled: !isAllowed, enabled: enabled.get(id) ?? !isHidden };
    if (place.enabled && isAllowed) {
      taken.push(place);
    }
    return place;
  });
  return isArranged ? places : widened(places);
}

/** Widens the cards of each row, from the left, until the row is full: one that the user may not see leaves no gap. */
function widened(places: WidgetPlace[]): WidgetPlace[] {
  const shown = places.filter(({ enabled, disabled }) => enabled && !disabled);
  const next = new Map(places.map((place) => [place.id, place]));
  for (const y of new Set(shown.map((place) => place.y))) {
    const row = shown.filter((place) => place.y === y).sort((a, b) => a.x - b.x);
    const isAlone = shown.every((other) => row.includes(other) || other.y >= y + Math.max(...row.map(({ h }) => h)) || other.y + other.h <= y);
    const spare = columns - row.reduce((sum, { w }) => sum + w, 0);
    if (!isAlone || spare <= 0) {
      continue;
    }
    let x = 0;
    row.forEach((place, index) => {
      const w = place.w + Math.floor(spare / row.length) + (index < spare % row.length ? 1 : 0);
      next.set(place.id, { ...place, x, w });
      x += w;
    });
  }
  return places.map((place) => next.get(place.id) ?? place);
}

type Box = Pick<WidgetPlace, 'x' | 'y' | 'w' | 'h'>;

/** Reports whether two places overlap. */
export function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

/** Places without the gaps that others have left above them, as the grid closes them; pinned ones stay. */
export function compacted(places: readonly WidgetPlace[]): WidgetPlace[] {
  const settled = places.filter((place) => place.static);
  const moved = new Map<string, WidgetPlace>();
  for (const place of places.filter((one) => !one.static).sort((a, b) => a.y - b.y || a.x - b.x)) {
    const next = { ...place };
    const isFree = (y: number) => !settled.some((other) => overlap({ ...next, y }, other));
    while (next.y > 0 && isFree(next.y - 1)) next.y -= 1;
    while (!isFree(next.y)) next.y += 1;
    settled.push(next);
    moved.set(place.id, next);
  }
  return places.map((place) => moved.get(place.id) ?? place);
}

function firstGap({ w, h }: Pick<Box, 'w' | 'h'>, taken: Box[]): Pick<Box, 'x' | 'y'> {
  for (let y = 0; ; y += 1) {
    for (let x = 0; x + w <= columns; x += 1) {
      if (!taken.some((other) => overlap({ x, y, w, h }, other))) {
        return { x, y };
      }
    }
  }
}
