import type { IconName, Translate, TextKey } from '@outrider/sdk';

import type { VehicleEvent } from '../api/events';
import { wallClock } from '../clip/rules';
import type { DayEvent } from './lanes';

const icons: Record<string, IconName> = {
  collision: 'collision', low_speed_potential_impact: 'collision', imualert: 'harsh-braking', speedingalert: 'speeding', dmsdistractionalert: 'eye', dmsfatiguealert: 'fatigue',
  dmsmobileuseagealert: 'phone', dmsocclusionalert: 'eye-off', dmssmokingalert: 'warning', adas_fcw_alert: 'headway', adas_fpw_alert: 'headway', adas_ldw_alert: 'turn',
  adas_pcw_alert: 'user', ioalert: 'pin', boundary_geo_alert: 'geofencing', parking_geo_alert: 'geofencing', speeding_geo_alert: 'geofencing',
};

/** The events of a day as the timeline marks them; a type that nobody knows is called by its own name. */
export function dayEvents(events: readonly VehicleEvent[], date: string, zone: string, t: Translate<'footage'>): DayEvent[] {
  return events.flatMap(({ id, type, timeMs, severity }) => {
    const at = wallClock(new Date(timeMs), zone);
    return at.date === date ? [{ id, second: at.second, label: t(`event.${type}` as TextKey<'footage'>, { defaultValue: type }), icon: icons[type] ?? 'warning', severity }] : [];
  });
}
