import { currentFormat } from '@outrider/sdk';
import L from 'leaflet';

import { getUsage, type EvRow } from '../api/ev';

import './charge.css';

const everyMs = 60_000;
const dayMs = 86_400_000;

/** Writes the state of charge of each electric vehicle beside it, until what it returns is called. */
export function drawCharge(map: L.Map): () => void {
  let shown: L.LayerGroup | undefined;
  const asked = new AbortController();
  const draw = async () => {
    const to = Date.now();
    const { vehicles } = await getUsage({ from: new Date(to - 7 * dayMs).toISOString(), to: new Date(to).toISOString() }, asked.signal);
    const next = L.layerGroup(vehicles.flatMap((row) => labelOf(row) ?? []));
    shown?.remove();
    shown = next.addTo(map);
  };
  const again = () => void draw().catch((error: unknown) => {
    if (!asked.signal.aborted) console.error('state of charge on the map', error);
  });
  const timer = setInterval(again, everyMs);
  again();
  return () => {
    clearInterval(timer);
    asked.abort();
    shown?.remove();
  };
}

function labelOf(row: EvRow): L.Layer | undefined {
  if (row.lat === undefined || row.lng === undefined || row.soc_percent === undefined) return undefined;
  const label = document.createElement('span');
  label.className = row.low ? 'ev-label low' : row.charging ? 'ev-label charging' : 'ev-label';
  label.textContent = currentFormat().percent(row.soc_percent);
  label.title = row.vehicle_name;
  return L.marker([row.lat, row.lng], { icon: L.divIcon({ html: label, className: '', iconSize: [44, 18], iconAnchor: [-12, 22] }), interactive: false, keyboard: false });
}
