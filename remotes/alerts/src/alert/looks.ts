import type { IconName } from '@outrider/sdk';

import type { Alert } from '../api/alert';

/** Names of alert types under `type.*` of the catalogue, in the order in which choosers list them. */
export const drivingTypes = [
  'imualert', 'collision', 'low_speed_potential_impact', 'dmsdistractionalert', 'dmsfatiguealert', 'dmsmobileuseagealert', 'dmssmokingalert',
  'dmsocclusionalert', 'adas_fcw_alert', 'adas_fpw_alert', 'adas_ldw_alert', 'adas_pcw_alert', 'ioalert',
] as const;
/** The types of the list of geofence alerts. */
export const geofenceTypes = ['boundary_geo_alert', 'speeding_geo_alert', 'parking_geo_alert'] as const;

const labelled = new Set([
  'severe_braking', 'harsh_braking', 'severe_acceleration', 'harsh_acceleration', 'severe_left_turn', 'harsh_left_turn', 'severe_right_turn',
  'harsh_right_turn', 'severe_bump',
]);
const subtyped = new Set(['distraction', 'fatigue', 'smoking', 'occlusion', 'eyes_closed', 'look_left', 'look_right', 'look_down', 'yawn']);
const typed = new Set<string>([...drivingTypes, ...geofenceTypes, 'speedingalert', 'HarshDriving', 'HarshBraking', 'HarshLeftTurn', 'HarshRightTurn', 'DMS', 'Potential Collision', 'DisabledAlert']);

type Text = (key: string, values?: Record<string, unknown>) => string;

/** What an alert is called: `Harsh braking`, `Fatigue: yawning`, `I/O Input 3`. */
export function labelOf(t: Text, { alert_type, prediction_label, alert_subtype, pin_name }: Alert): string {
  const type = typeName(t, alert_type);
  if (alert_type === 'imualert' && labelled.has(prediction_label)) {
    return t(`label.${prediction_label}`);
  }
  if (alert_type === 'ioalert') {
    return `${type} ${pin_name}`.trim();
  }
  return subtyped.has(alert_subtype) ? t('label.withSubtype', { type, subtype: t(`subtype.${alert_subtype}`) }) : type;
}

/** The name of an alert type; one that nobody knows is written as it came. */
export function typeName(t: Text, type: string): string {
  return typed.has(type) ? t(`type.${type.replace(' ', '')}`) : type;
}

/** How grave: the shared class for its colours, and the key of its word. */
export function severityOf(severity: number): { className: string; key: string } {
  return [
    { className: 'sv-info', key: 'plain' },
    { className: 'sv-moderate', key: 'moderate' },
    { className: 'sv-high', key: 'high' },
    { className: 'sv-severe', key: 'severe' },
  ][severity] ?? { className: 'sv-info', key: 'plain' };
}

const typeIcons: Record<string, IconName> = {
  collision: 'collision', low_speed_potential_impact: 'collision', dmsdistractionalert: 'eye', dmsfatiguealert: 'fatigue', dmsmobileuseagealert: 'phone',
  dmsocclusionalert: 'eye-off', dmssmokingalert: 'warning', adas_fcw_alert: 'headway', adas_fpw_alert: 'headway', adas_ldw_alert: 'turn', adas_pcw_alert: 'user',
  ioalert: 'pin', speedingalert: 'speeding', boundary_geo_alert: 'geofencing', parking_geo_alert: 'geofencing', speeding_geo_alert: 'speeding',
};

/** The icon of an alert. */
export function iconOf({ alert_type, prediction_label }: Alert): IconName {
  if (alert_type === 'imualert') {
    return prediction_label.endsWith('_turn') ? 'turn' : 'harsh-braking';
  }
  return typeIcons[alert_type] ?? 'warning';
}

const pages: Record<Alert['kind'], string> = { driving: '/notifications', speeding: '/speeding', geofence: '/geofence-events' };

/** The address at which an alert is open; `days` for how far back its list goes there. */
export function pathOf({ kind, alert_id }: Alert, days?: number): string {
  return `${pages[kind]}?${days === undefined ? '' : `days=${days}&`}alert=${encodeURIComponent(alert_id)}`;
}

/** The ratings in the order of their keys 1 to 4. */
export const ratings = ['goodDriving', 'misdemeanour', 'badDriving', 'nonevent'] as const;

/** Camera Occluded and geofence alerts are not rated. */
export const canBeRated = ({ kind, alert_type }: Alert) => kind !== 'geofence' && alert_type !== 'dmsocclusionalert';
