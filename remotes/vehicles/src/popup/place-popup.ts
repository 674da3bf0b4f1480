import type { Spot } from '../map/draw-markers';

/** The pop-up's size and its distance from the marker, in pixels. */
export const popupSize = { width: 400, height: 300 };
const gapPx = 34;
const edgePx = 8;
/** What the map's controls take of its right edge, where there is room to spare them, in pixels. */
const controlsPx = 64;

/** Where the pop-up stands in the map, and where its pointer is. */
export interface PopupPlace {
  left: number;
  top: number;
  /** From the pop-up's left edge. */
  pointer: number;
  isBelow: boolean;
}

/** Stands the pop-up over its marker, or under it where there is more room; undefined while the marker is out of view. */
export function placePopup(at: Spot, map: { x: number; y: number }): PopupPlace | undefined {
  const { width, height } = popupSize;
  if (at.x < 0 || at.y < 0 || at.x > map.x || at.y > map.y) {
    return undefined;
  }
  const above = at.y - gapPx - height;
  const below = at.y + gapPx;
  const isBelow = above < edgePx && map.y - below - height > above;
  const right = map.x > width + 2 * controlsPx ? map.x - controlsPx : map.x - edgePx;
  const left = Math.max(edgePx, Math.min(right - width, at.x - width / 2));
  return { left, top: isBelow ? below : above, pointer: Math.max(20, Math.min(width - 20, at.x - left)), isBelow };
}
