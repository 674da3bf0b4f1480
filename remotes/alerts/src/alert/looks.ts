import { contributedAlertTypes, manifestText, type AlertType, type IconName, type Translate, type TextKey } from '@outrider/sdk';

import type { Alert, Kind } from '../api/alert';
import { inputName } from './input-name';

/** The remote's own types of the list of driving alerts, under `type.*` of the catalogue, in the order in which choosers list them. */
const drivingTypes = [
  'imualert', 'collision', 'low_speed_potential_impact', 'dmsdistractionalert', 'dmsfatiguealert', 'dmsmobileuseagealert', 'dmssmokingalert',
  'dmsocclusionalert', 'adas_fcw_alert', 'adas_fpw_alert', 'adas_ldw_alert', 'adas_pcw_alert', 'ioalert',
] as const;
/** The remote's own types in the order in which rules offer them. */
const ruledTypes = [
  'collision', 'imualert', 'speedingalert', 'dmsfatiguealert', 'dmsmobileuseagealert', 'dmsdistractionalert', 'dmssmokingalert', 'dmsocclusionalert', 'adas_fcw_alert', 'adas_pcw_alert',
  'adas_fpw_alert', 'adas_ldw_alert', 'low_speed_potential_impact', 'ioalert', 'DisabledAlert',
] as const;

/** The types of a list, as choosers list them: the remote's own, then those that plugins contribute to it. */
export function typesOf(kind: Kind): string[] {
  return [...(kind === 'driving' ? drivingTypes : []), ...contributedAlertTypes().filter(({ list }) => list === kind).map(({ id }) => id)];
}

/** All types that a rule or a mail can name. */
export function allTypes(): string[] {
  return [...ruledTypes, ...contributedAlertTypes().map(({ id }) => id)];
}

/** What a plugin declares of a type; undefined for the remote's own, and for one of a plugin that is switched off. */
export function declaredType(type: string): AlertType | undefined {
  return contributedAlertTypes().find(({ id }) => id === type);
}

const labelled = new Set([
  'severe_braking', 'harsh_braking', 'severe_acceleration', 'harsh_acceleration', 'severe_left_turn', 'harsh_left_turn', 'severe_right_turn',
  'harsh_right_turn', 'severe_bump',
]);
const subtyped = new Set(['distraction', 'fatigue', 'smoking', 'eyes_closed', 'look_left', 'look_right', 'look_down', 'yawn']);
const typed = new Set<string>([...drivingTypes, 'speedingalert', 'HarshDriving', 'HarshBraking', 'HarshLeftTurn', 'HarshRightTurn', 'DMS', 'Potential Collision', 'DisabledAlert']);

type Text = Translate<'alerts'>;

/** What an alert is called: `Harsh braking`, `Fatigue: yawning`, `I/O Input 3`. */
export function labelOf(t: Text, { alert_type, prediction_label, alert_subtype, pin, pin_name, localizedLabel }: Alert): string {
  const type = typed.has(alert_type) || declaredType(alert_type) ? typeName(t, alert_type) : localizedLabel || alert_type;
  if (alert_type === 'imualert' && labelled.has(prediction_label)) {
    return t(`label.${prediction_label}` as TextKey<'alerts'>);
  }
  if (alert_type === 'ioalert') {
    return `${type} ${pin_name ? inputName(t, pin, pin_name) : ''}`.trim();
  }
  return subtyped.has(alert_subtype) ? t('label.withSubtype', { type, subtype: t(`subtype.${alert_subtype}` as TextKey<'alerts'>) }) : type;
}

/** The name of an alert type; one that nobody knows is written as it came. */
export function typeName(t: Text, type: string): string {
  const declared = declaredType(type);
  return declared ? manifestText(declared.title) : typed.has(type) ? t(`type.${type.replace(' ', '')}` as TextKey<'alerts'>) : type;
}

const typeIcons: Record<string, IconName> = {
  collision: 'collision', low_speed_potential_impact: 'collision', dmsdistractionalert: 'eye', dmsfatiguealert: 'fatigue', dmsmobileuseagealert: 'phone',
  dmsocclusionalert: 'eye-off', dmssmokingalert: 'warning', adas_fcw_alert: 'headway', adas_fpw_alert: 'headway', adas_ldw_alert: 'turn', adas_pcw_alert: 'user',
  ioalert: 'pin', speedingalert: 'speeding',
};

/** The icon of an alert. */
export function iconOf({ alert_type, prediction_label }: Alert): IconName | (string & {}) {
  if (alert_type === 'imualert') {
    return prediction_label.endsWith('_turn') ? 'turn' : 'harsh-braking';
  }
  return typeIcons[alert_type] ?? declaredType(alert_type)?.icon ?? 'warning';
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
