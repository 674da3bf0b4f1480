import { useFormat, useText } from '@outrider/sdk';
import { creditOf, useTileSettings, type GroundKind } from '@outrider/sdk/map';
import { useMemo } from 'react';

import type { FleetVehicle } from '../fleet/vehicle';
import { useNow } from '../state/use-now';

/** What the map is made of and how old its positions are. */
export function MapFoot({ ground, vehicles }: { ground: GroundKind; vehicles: readonly FleetVehicle[] }) {
  const t = useText('vehicles');
  const format = useFormat();
  const now = useNow();
  const settings = useTileSettings();
  const newest = useMemo(() => vehicles.reduce((latest, { lastSeen }) => Math.max(latest, lastSeen ?? 0), 0), [vehicles]);
  const base = ground === 'offline' ? t('map.baseOffline') : creditOf(settings, ground) || t(`ground.${ground}`);
  const age = newest > 0 ? t('map.positionsOld', { age: format.duration(Math.max(0, (now - newest) / 1000)) }) : undefined;
  return <div className="map-foot">{[base, age].filter(Boolean).join(' · ')}</div>;
}
