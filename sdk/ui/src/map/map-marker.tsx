import L from 'leaflet';
import { useEffect, useRef } from 'react';

import { useMap } from './map-context';

export interface MapMarkerProps {
  lat: number;
  lng: number;
  /** Its accessible name and tooltip. */
  label: string;
  /** `place` is a pin, `event` a diamond, `vehicle` an arrow, `dot` the place of a cursor, `info` an i in a circle. */
  kind?: 'place' | 'event' | 'vehicle' | 'dot' | 'info';
  /** A colour or token. */
  color?: string;
  /** Where the arrow points, in degrees from north. */
  headingDeg?: number;
  onClick?: () => void;
  /**
   * Follows something without a render, such as the cursor of charts: called with what moves the marker; what it returns stops it.
   */
  follow?: (move: (lat: number, lng: number, headingDeg?: number) => void) => () => void;
}

const paths = {
  place: '<path d="M13 25s8-7 8-13.5a8 8 0 0 0-16 0C5 18 13 25 13 25z"/><circle cx="13" cy="11.5" r="3" class="hole"/>',
  event: '<path d="M13 4l9 9-9 9-9-9z"/>',
  vehicle: '<path d="M13 3l8 19-8-4-8 4z"/>',
  dot: '<circle cx="13" cy="13" r="6"/>',
  info: '<circle cx="13" cy="13" r="9"/><path d="M13 12.2v4.6M13 8.9v.1" class="line"/>',
} as const;

/** One mark on the map around; it is reached by Tab when it can be clicked. */
export function MapMarker({ lat, lng, label, kind = 'place', color = 'var(--primary)', headingDeg = 0, onClick, follow }: MapMarkerProps) {
  const map = useMap();
  const marker = useRef<L.Marker>(undefined);
  const isClickable = onClick !== undefined;
  const click = useRef(onClick);
  click.current = onClick;

  useEffect(() => {
    if (!map) {
      return undefined;
    }
    const html = `<svg viewBox="0 0 26 26" class="o-mark" aria-hidden="true">${paths[kind]}</svg>`;
    const icon = L.divIcon({ html, className: 'o-mark-box', iconSize: [26, 26], iconAnchor: kind === 'place' ? [13, 25] : [13, 13] });
    const made = L.marker([0, 0], { icon, keyboard: isClickable, interactive: isClickable, alt: label, title: label });
    if (isClickable) made.on('click', () => click.current?.());
    marker.current = made;
    made.addTo(map);
    const svg = made.getElement()?.querySelector('svg');
    if (svg) svg.style.color = color; // the page allows no inline styles in HTML
    return () => void made.remove();
  }, [map, kind, color, label, isClickable]);

  useEffect(() => place(marker.current, lat, lng, headingDeg), [map, kind, color, label, isClickable, lat, lng, headingDeg]);
  useEffect(() => follow?.((toLat, toLng, heading) => place(marker.current, toLat, toLng, heading ?? 0)), [follow]);
  return null;
}

function place(marker: L.Marker | undefined, lat: number, lng: number, headingDeg: number): void {
  marker?.setLatLng([lat, lng]);
  const svg = marker?.getElement()?.querySelector('svg');
  if (svg) svg.style.transform = `rotate(${headingDeg}deg)`;
}
