import { moveElement, verticalCompactor, type Layout, type LayoutItem } from 'react-grid-layout';

import { columns, type WidgetPlace } from './layout';

/** How a widget is moved or resized from the keyboard or the menu. */
export type Arrangement = 'left' | 'right' | 'up' | 'down' | 'wider' | 'narrower' | 'taller' | 'shorter';

const least = { w: 2, h: 4 } as const;

/** The grid's own form of places. */
export function toLayout(places: WidgetPlace[]): LayoutItem[] {
  return places.map(({ id, x, y, w, h, static: isStatic }) => ({ i: id, x, y, w, h, minW: least.w, minH: least.h, static: isStatic }));
}

/** Places as the grid arranged them. */
export function fromLayout(layout: Layout, places: WidgetPlace[]): WidgetPlace[] {
  const items = new Map(layout.map((item) => [item.i, item]));
  return places.map((place) => {
    const item = items.get(place.id);
    return item ? { ...place, x: item.x, y: item.y, w: item.w, h: item.h } : place;
  });
}

/** Moves or resizes one widget; the others make room and close gaps, as when it is dragged. */
export function arranged(places: WidgetPlace[], id: string, how: Arrangement): WidgetPlace[] {
  const layout = toLayout(places);
  const item = layout.find(({ i }) => i === id);
  if (!item || item.static) {
    return places;
  }
  const next = how === 'left' || how === 'right' || how === 'up' || how === 'down' ? movedItem(layout, item, how) : resizedItem(layout, item, how);
  return fromLayout(verticalCompactor.compact(next, columns), places);
}

function movedItem(layout: LayoutItem[], item: LayoutItem, how: 'left' | 'right' | 'up' | 'down'): Layout {
  const move = (one: LayoutItem, x: number, y: number) => moveElement(layout, one, x, y, true, false, 'vertical', columns, false);
  const beside = layout.filter(({ i, x, w }) => i !== item.i && x < item.x + item.w && item.x < x + w);
  switch (how) {
    case 'left':
      return move(item, Math.max(0, item.x - 1), item.y);
    case 'right':
      return move(item, Math.min(columns - item.w, item.x + 1), item.y);
    case 'up':
      return move(item, item.x, Math.max(0, ...beside.filter(({ y }) => y < item.y).map(({ y }) => y)));
    case 'down': {
      // The grid closes gaps upwards: a card goes down when the one below takes its place.
      const below = beside.filter(({ y, static: isStatic }) => !isStatic && y >= item.y + item.h).sort((a, b) => a.y - b.y)[0];
      return below ? move(below, below.x, item.y) : layout;
    }
  }
}

function resizedItem(layout: LayoutItem[], item: LayoutItem, how: 'wider' | 'narrower' | 'taller' | 'shorter'): Layout {
  const w = item.w + ({ wider: 1, narrower: -1, taller: 0, shorter: 0 }[how] ?? 0);
  const h = item.h + ({ wider: 0, narrower: 0, taller: 1, shorter: -1 }[how] ?? 0);
  const next = { ...item, w: Math.min(columns, Math.max(least.w, w)), h: Math.max(least.h, h) };
  next.x = Math.min(next.x, columns - next.w);
  const others = layout.map((one) => (one.i === item.i ? next : one));
  return moveElement(others, { ...next }, next.x, next.y, true, false, 'vertical', columns, false);
}
