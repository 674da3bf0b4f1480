import { textIn } from '../i18n/languages';
import { messages, placeName, translate } from '../i18n';
import type { ManifestField } from '../session/contribution-schemas';
import type { Format } from './format';

/** What a manifest's text is in the user's language, outside React. */
export function manifestText(texts: Record<string, string>): string {
  return textIn(messages.language, texts);
}

/** A value of a field that a manifest declares, in the user's language and units, times by the clock of `zone`; undefined for what is not known, and for ids, which say nothing to a reader. */
export function fieldText(format: Format, { kind, unit, choices }: Pick<ManifestField, 'kind' | 'unit' | 'choices'>, value: unknown, zone?: string): string | undefined {
  if (typeof value === 'boolean') return translate(value ? 'value.yes' : 'value.no');
  if (typeof value === 'number') return amount(format, kind, unit, value);
  if (typeof value === 'object' && value !== null) return placeText(format, value as { label?: unknown; lat?: unknown; lng?: unknown });
  if (typeof value !== 'string' || value === '' || value === 'none') return undefined;
  switch (kind) {
    case 'choice': {
      const chosen = choices?.find((one) => one.value === value);
      return chosen ? manifestText(chosen.label) : value;
    }
    case 'time':
      return format.dateTime(value, zone);
    case 'day':
      return format.date(`${value}T12:00:00Z`, 'UTC');
    case 'vehicle':
    case 'driver':
    case 'group':
    case 'alert':
      return undefined;
    default:
      return value;
  }
}

function amount(format: Format, kind: string, unit: string | undefined, value: number): string {
  switch (kind) {
    case 'speed':
      return format.speed(value);
    case 'distance':
      return format.distance(value);
    case 'duration':
      return format.duration(value);
    case 'volume':
      return format.volume(value);
    case 'percent':
      return format.percent(value);
    case 'energy':
      return `${format.number(value, 1)} kWh`;
    case 'temperature':
      return format.settings.units === 'Imperial US' ? `${format.number((value * 9) / 5 + 32, 1)} °F` : `${format.number(value, 1)} °C`;
    default:
      return unit ? `${format.number(value, 2)} ${unit}` : format.number(value, 2);
  }
}

function placeText(format: Format, { label, lat, lng }: { label?: unknown; lat?: unknown; lng?: unknown }): string | undefined {
  if (typeof label === 'string' && label !== '') return placeName(label);
  return typeof lat === 'number' && typeof lng === 'number' ? `${format.number(lat, 5)}, ${format.number(lng, 5)}` : undefined;
}
