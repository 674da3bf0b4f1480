import { addMessages, Button, Icon, IconButton, useText } from '@outrider/sdk';
import { useMap } from '@outrider/sdk/map';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import type { FleetVehicle } from '../fleet/vehicle';
import { showRecentRoute } from '../state/use-recent-route';
import { getTrack } from './api';
import { loadMessages } from './messages';
import { drawRoute, routeColors } from './route-layer';
import type { Track } from './track';
import { useColors } from './use-colors';

import './recent-route.css';

/** How far back the route goes, in hours; recent.title says it. */
const hours = 12;
/** How often it is read again, in milliseconds. */
const everyMs = 30_000;

/** Reads the code and its texts. */
export async function loadRecentRoute(): Promise<{ default: typeof RecentRoute }> {
  await addMessages('tracking', loadMessages);
  return { default: RecentRoute };
}

/** Where the selected vehicle was lately, on the live map. */
function RecentRoute({ vehicle: { id, name } }: { vehicle: FleetVehicle }) {
  const t = useText('tracking');
  const route = useQuery({
    queryKey: ['recent-route', id],
    queryFn: ({ signal }) => {
      const now = Date.now();
      return getTrack(id, { start: new Date(now - hours * 3_600_000).toISOString(), end: new Date(now).toISOString() }, signal);
    },
    refetchInterval: everyMs,
    staleTime: everyMs,
  });
  const { data } = route;
  const isEmpty = data?.times.length === 0;
  return (
    <>
      {data ? <Drawn track={data} /> : null}
      <div className="recent-route float" role="status">
        <Icon name="tracking" small />
        <span>
          <b>{name}</b> {t(route.isPending ? 'recent.loading' : route.isError ? 'recent.failed' : isEmpty ? 'recent.none' : 'recent.title')}
        </span>
        {route.isError ? <Button variant="quiet" size="small" onClick={() => void route.refetch()}>{t('recent.retry')}</Button> : null}
        <IconButton size="small" label={t('recent.hide')} onClick={() => showRecentRoute(false)}><Icon name="close" small /></IconButton>
      </div>
    </>
  );
}

function Drawn({ track }: { track: Track }) {
  const map = useMap();
  const color = useColors();
  useEffect(() => {
    if (!map) return undefined;
    const group = drawRoute(track, routeColors(color)).addTo(map);
    return () => void group.remove();
  }, [map, track, color]);
  return null;
}
