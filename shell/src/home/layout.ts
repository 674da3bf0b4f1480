import * as z from '@outrider/sdk/schema';

/** Columns of Home's grid. */
export const columns = 12;
/** Height of a row in pixels; the gap between cards is within. */
export const rowHeight = 30;

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

/** The preferences under `pages`. */
export const savedSchema = z.object({ dashboard: z.object({ widgets: z.array(placeSchema) }) });

/** A widget's first size, and whether the user may see it. */
interface FirstPlace {
  id: string;
  w: number;
  h: number;
  isAllowed: boolean;
}

/** The place of each widget: the saved one, else the first gap that is wide enough. */
export function placed(widgets: FirstPlace[], saved: WidgetPlace[]): WidgetPlace[] {
  const known = new Map(saved.filter(({ x, y, w, h }) => x >= 0 && y >= 0 && w > 0 && h > 0).map((place) => [place.id, place]));
  const enabled = new Map(saved.map((place) => [place.id, place.enabled]));
  const taken = widgets.flatMap(({ id }) => known.get(id) ?? []).filter((place) => place.enabled);
  return widgets.map(({ id, w, h, isAllowed }) => {
    const found = known.get(id);
    if (found) {
      return { ...found, disabled: !isAllowed };
    }
    const size = { w: Math.min(columns, Math.max(1, w)), h: Math.max(2, h) };
    const place = { id, ...size, ...firstGap(size, taken), static: false, disabled: !isAllowed, enabled: enabled.get(id) ?? true };
    if (place.enabled && isAllowed) {
      taken.push(place);
    }
    return place;
  });
}

type Box = Pick<WidgetPlace, 'x' | 'y' | 'w' | 'h'>;

/** Reports whether two places overlap. */
export function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
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
