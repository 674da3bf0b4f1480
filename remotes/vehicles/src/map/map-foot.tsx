import { useFormat, useShellInfo, useText } from '@outrider/sdk';
import type { GroundKind } from '@outrider/sdk/map';
import { useMemo } from 'react';

import type { FleetVehicle } from '../fleet/vehicle';
import { useNow } from '../state/use-now';

/** What the map is made of and how old its positions are. */
export function MapFoot({ ground, vehicles }: { ground: GroundKind; vehicles: readonly FleetVehicle[] }) {
  const t = useText('vehicles');
  const format = useFormat();
  const now = useNow();
  const { map } = useShellInfo();
  const newest = useMemo(() => vehicles.reduce((latest, { lastSeen }) => Math.max(latest, lastSeen ?? 0), 0), [vehicles]);
  const base = ground === 'offline' ? t('map.baseOffline') : plainText(map.attribution) || t(`ground.${ground}`);
  const age = newest > 0 ? t('map.positionsOld', { age: format.duration(Math.max(0, (now - newest) / 1000)) }) : undefined;
  return <div className="map-foot">{[base, age].filter(Boolean).join(' · ')}</div>;
}

/** Attributions are written as HTML for Leaflet; here only their words are wanted. */
function plainText(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '';
}
