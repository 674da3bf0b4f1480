import { fieldText, manifestText, type Format } from '@outrider/sdk';

import type { Alert } from '../api/alert';
import { declaredType } from './looks';

/** What the type of a raised alert declares, as label and value: the thing that it is about, then its values; a value that is not known is undefined. */
export function raisedLines(format: Format, { alert_type, about, values, zone, start_time, end_time }: Alert): [string, string | undefined][] {
  const declared = declaredType(alert_type);
  if (!declared) {
    return [];
  }
  const said = new Set([about?.id, start_time, end_time].filter(Boolean).map(momentOf)); // these are said by their names already
  return [
    ...(declared.about && about?.name ? [[manifestText(declared.about), about.name] as [string, string]] : []),
    ...declared.values.filter(({ key }) => !said.has(momentOf(values?.[key]))).map((field): [string, string | undefined] => [manifestText(field.label), fieldText(format, field, values?.[field.key], zone || undefined)]),
  ];
}

/** A time in milliseconds, however it is written; else the value itself. */
function momentOf(value: unknown): unknown {
  const at = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? value : at;
}
