import { useText } from '@outrider/sdk';
import type L from 'leaflet';
import { useEffect, useRef, useState, type PointerEvent } from 'react';

import type { Area } from '../list/list-view';

interface AreaSelectProps {
  map: L.Map;
  onArea: (area: Area) => void;
  onCancel: () => void;
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A box smaller than this is a slip of the hand, in pixels. */
const leastPx = 8;

/** Lies over the map while a box is drawn; Enter takes what is in view, Esc leaves. */
export function AreaSelect({ map, onArea, onCancel }: AreaSelectProps) {
  const t = useText('vehicles');
  const surface = useRef<HTMLButtonElement>(null);
  const start = useRef<{ x: number; y: number } | undefined>(undefined);
  const [box, setBox] = useState<Box>();
  useEffect(() => surface.current?.focus(), []);

  const spot = (event: PointerEvent) => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const finish = () => {
    start.current = undefined;
    if (box && box.right - box.left >= leastPx && box.bottom - box.top >= leastPx) {
      onArea(areaOf(map, box));
    }
    setBox(undefined);
  };

  return (
    <button
      type="button"
      ref={surface}
      className="map-area"
      aria-label={t('map.areaHint')}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = spot(event);
      }}
      onPointerMove={(event) => {
        const from = start.current;
        if (from) {
          const to = spot(event);
          setBox({ left: Math.min(from.x, to.x), top: Math.min(from.y, to.y), right: Math.max(from.x, to.x), bottom: Math.max(from.y, to.y) });
        }
      }}
      onPointerUp={finish}
      onPointerCancel={() => setBox(undefined)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation();
          onCancel();
        } else if (event.key === 'Enter') {
          const { x, y } = map.getSize();
          onArea(areaOf(map, { left: 0, top: 0, right: x, bottom: y }));
        }
      }}
    >
      <span className="map-area-hint">{t('map.areaHint')}</span>
      {box ? <i style={{ left: box.left, top: box.top, width: box.right - box.left, height: box.bottom - box.top }} /> : null}
    </button>
  );
}

function areaOf(map: L.Map, { left, top, right, bottom }: Box): Area {
  const northWest = map.containerPointToLatLng([left, top]);
  const southEast = map.containerPointToLatLng([right, bottom]);
  return { south: southEast.lat, west: northWest.lng, north: northWest.lat, east: southEast.lng };
}
