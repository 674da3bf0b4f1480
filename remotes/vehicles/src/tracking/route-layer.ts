import { iconPaths, type IconName } from '@outrider/sdk';
import L from 'leaflet';

import { stretchesOf, type Track } from './track';

/** Colours of the route as the page resolves them. */
export interface RouteColors {
  /** By the level of {@link stretchesOf}. */
  levels: readonly [string, string, string];
  casing: string;
}

/** The colours of the page, by what resolves its tokens. */
export function routeColors(color: (token: string) => string): RouteColors {
  return { levels: [color('var(--secondary-text)'), color('var(--warn)'), color('var(--error)')], casing: color('var(--surface)') };
}

/** Draws a route. Another vehicle's, in `plain`, has one colour. What is too fast by more than a tenth is striped as well, for those who do not tell colours apart. */
export function drawRoute(track: Track, { levels, casing }: RouteColors, plain?: string): L.LayerGroup {
  const group = L.layerGroup();
  const stretches = stretchesOf(track);
  const weight = plain === undefined ? 4 : 3;
  for (const { points } of stretches) {
    L.polyline(points, { color: casing, weight: weight + 3, opacity: 0.9, interactive: false }).addTo(group);
  }
  for (const { points, level } of stretches) {
    L.polyline(points, { color: plain ?? levels[level], weight: plain === undefined && level > 0 ? weight + 1 : weight, lineCap: 'round', interactive: false }).addTo(group);
    if (plain === undefined && level === 2) L.polyline(points, { color: casing, weight: 2, dashArray: '2 7', lineCap: 'butt', interactive: false }).addTo(group);
  }
  return group;
}

/** A mark on the route: a stop, an event, an end of what is known. */
export interface RouteMark {
  key: string;
  lat: number;
  lng: number;
  atMs: number;
  kind: 'stop' | 'event' | 'gap' | 'start';
  icon?: string;
  /** Said, and shown beside stops and gaps. */
  label: string;
  text?: string;
  /** How long it lasted: of texts that would lie on each other that of the longest is shown. Milliseconds. */
  lengthMs?: number;
}

/** Draws marks as buttons, without the texts of those that are `hidden`; `onPick` hears which one was pressed. */
export function drawMarks(marks: readonly RouteMark[], hidden: ReadonlySet<string>, onPick: (mark: RouteMark) => void): L.LayerGroup {
  const group = L.layerGroup();
  for (const mark of marks) {
    const face = mark.kind === 'stop' ? '<b>P</b>' : mark.kind === 'gap' ? '<i></i>' : svgOf(mark.icon ?? (mark.kind === 'start' ? 'home' : 'warning'));
    const text = mark.text && !hidden.has(mark.key) ? `<span>${escaped(mark.text)}</span>` : '';
    const icon = L.divIcon({ html: face + text, className: `trk-mark ${mark.kind}`, iconSize: [24, 24], iconAnchor: [12, 12] });
    L.marker([mark.lat, mark.lng], { icon, alt: mark.label, title: mark.label, keyboard: true, autoPanOnFocus: false, zIndexOffset: mark.kind === 'event' ? 200 : 0 })
      .on('click', (event) => {
        L.DomEvent.stopPropagation(event);
        onPick(mark);
      })
      .on('keypress', (event) => {
        if ((event as L.LeafletKeyboardEvent).originalEvent.key === 'Enter') onPick(mark);
      })
      .addTo(group);
  }
  return group;
}

function svgOf(icon: string): string {
  return `<svg viewBox="0 0 20 20" class="i s" aria-hidden="true"><path d="${iconPaths[icon as IconName] ?? iconPaths.warning}"/></svg>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[letter] ?? '');
}
