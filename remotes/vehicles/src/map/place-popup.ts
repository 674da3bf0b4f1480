import type { Spot } from './draw-markers';

/** The pop-up's size where there is room, the least that it can be, and its distance from the marker, in pixels. */
const largest = { width: 400, height: 300 };
const least = { width: 300, height: 180 };
const gapPx = 34;
const edgePx = 8;
/** What the map's controls take of its right edge, in pixels. */
const controlsPx = 64;

/** Where the pop-up stands in the map, and where its pointer is. */
export interface PopupPlace {
  left: number;
  top: number;
  /** From the pop-up's left edge. */
  pointer: number;
  isBelow: boolean;
  width: number;
  height: number;
}

/** Stands the pop-up over its marker, or under it where there is more room, beside the map's controls; undefined while the marker is out of view. In a small map it is small. */
export function placePopup(at: Spot, map: { x: number; y: number }): PopupPlace | undefined {
  if (at.x < 0 || at.y < 0 || at.x > map.x || at.y > map.y) {
    return undefined;
  }
  const width = fit(largest.width, least.width, map.x - controlsPx - edgePx);
  const room = Math.max(at.y - gapPx, map.y - at.y - gapPx) - edgePx;
  const height = fit(largest.height, least.height, room);
  const below = at.y + gapPx;
  const isBelow = at.y - gapPx - height < edgePx && map.y - below - height > at.y - gapPx - height;
  const left = Math.max(edgePx, Math.min(map.x - controlsPx - width, at.x - width / 2));
  const top = Math.max(edgePx, Math.min(map.y - height - edgePx, isBelow ? below : at.y - gapPx - height));
  return { left, top, pointer: Math.max(20, Math.min(width - 20, at.x - left)), isBelow, width, height };
}

/** What is wanted as far as there is room, and never less than the least. */
const fit = (wanted: number, smallest: number, room: number) => Math.max(smallest, Math.min(wanted, room));
