import { translate } from '../i18n';
import { distanceIn, isImperial, speedIn, volumeIn, type UnitSystem } from './units';

/** How this user reads numbers, units and times. */
export interface FormatSettings {
  /** BCP 47, such as en-GB. */
  locale: string;
  units: UnitSystem;
  /** IANA zone of times that name none. */
  zone: string;
}

/** Durations below this are told with their seconds. */
const shortS = 600;

/** Writes values for one user, by Intl. Inputs are the system's units; a missing value is a dash. */
export class Format {
  readonly settings: FormatSettings;

  constructor(settings: FormatSettings) {
    this.settings = settings;
  }

  /** `55 mph` or `89 km/h`. */
  speed(speedKmh: number | null | undefined): string {
    return this.#unit(mapped(speedKmh, (v) => speedIn(this.settings.units, v)), isImperial(this.settings.units) ? 'mile-per-hour' : 'kilometer-per-hour', 0);
  }

  /** `12.4 mi` or `20 km`. */
  distance(distanceM: number | null | undefined, digits = 1): string {
    return this.#unit(mapped(distanceM, (v) => distanceIn(this.settings.units, v)), isImperial(this.settings.units) ? 'mile' : 'kilometer', digits);
  }

  /** `820 m` or `1.24 km`; `420 ft` or `0.77 mi`: a length on the ground. */
  length(lengthM: number): string {
    const isFar = lengthM >= 1000 || (isImperial(this.settings.units) && lengthM >= 500);
    if (isFar) return this.distance(lengthM, 2);
    return isImperial(this.settings.units) ? this.#unit(lengthM / 0.3048, 'foot', 0) : this.#unit(lengthM, 'meter', 0);
  }

  /** `850 m²` or `1.24 km²`; `9,150 ft²` or `0.48 mi²`. */
  area(areaM2: number): string {
    const isLarge = areaM2 >= 100_000;
    const [unit, name] = isImperial(this.settings.units) ? (isLarge ? [1609.344, 'mi²'] : [0.3048, 'ft²']) : isLarge ? [1000, 'km²'] : [1, 'm²'];
    return `${this.number(areaM2 / unit ** 2, isLarge ? 2 : 0)}\u00a0${name}`;
  }

  /** `40 l` or `8.8 gal`; both gallons read the same, their size follows the user's system. */
  volume(litres: number | null | undefined, digits = 1): string {
    return british(this.#unit(mapped(litres, (v) => volumeIn(this.settings.units, v)), isImperial(this.settings.units) ? 'gallon' : 'liter', digits));
  }

  /** `mph` or `km/h` alone, for axes and large figures. */
  get speedUnit(): string {
    return this.#unitName(isImperial(this.settings.units) ? 'mile-per-hour' : 'kilometer-per-hour');
  }

  /** `mi` or `km` alone. */
  get distanceUnit(): string {
    return this.#unitName(isImperial(this.settings.units) ? 'mile' : 'kilometer');
  }

  /** `gal` or `l` alone. */
  get volumeUnit(): string {
    return british(this.#unitName(isImperial(this.settings.units) ? 'gallon' : 'liter'));
  }

  /** `h` alone, or `u` in Dutch, which does not use the international sign. */
  get hourUnit(): string {
    return this.settings.locale.startsWith('nl') ? 'u' : 'h';
  }

  /** A plain number in the user's writing. */
  number(value: number | null | undefined, digits = 0): string {
    return isMissing(value) ? '–' : intl(Intl.NumberFormat, this.settings.locale, { maximumFractionDigits: digits }).format(value);
  }

  /** `82%`; takes 0 to 100. */
  percent(value: number | null | undefined): string {
    return isMissing(value) ? '–' : intl(Intl.NumberFormat, this.settings.locale, { style: 'percent' }).format(value / 100);
  }

  /** `Fri 21 Nov, 14:41 GMT`: a time of these days, with its zone. */
  weekdayTime(at: number | string | Date | null | undefined, zone?: string): string {
    return this.#time(at, { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZoneName: 'short' }, zone);
  }

  /** `21 Nov 2026, 14:32`. */
  dateTime(at: number | string | Date | null | undefined, zone?: string): string {
    return this.#time(at, { dateStyle: 'medium', timeStyle: 'short' }, zone);
  }

  /** `21 November 2026`: the long date of the product. */
  date(at: number | string | Date | null | undefined, zone?: string): string {
    return this.#time(at, { day: 'numeric', month: 'long', year: 'numeric' }, zone);
  }

  /** `21 Nov`: a date of these months, where there is little room. */
  shortDate(at: number | string | Date | null | undefined, zone?: string): string {
    return this.#time(at, { day: 'numeric', month: 'short' }, zone);
  }

  /** `14:32`. */
  time(at: number | string | Date | null | undefined, zone?: string): string {
    return this.#time(at, { hour: '2-digit', minute: '2-digit' }, zone);
  }

  /** `14:32:07`, for what happens within seconds. */
  timeWithSeconds(at: number | string | Date | null | undefined, zone?: string): string {
    return this.#time(at, { hour: '2-digit', minute: '2-digit', second: '2-digit' }, zone);
  }

  /** `1 h 42 min`, or `1 h` alone; `1 u 42 min` in Dutch; below ten minutes with its seconds: `1 min 55 s`. */
  duration(durationS: number | null | undefined): string {
    if (isMissing(durationS)) {
      return '–';
    }
    const whole = Math.floor(durationS);
    const hours = Math.floor(whole / 3600);
    const minutes = Math.floor(whole / 60) % 60;
    const seconds = whole < shortS ? whole % 60 : 0;
    const texts = [hours > 0 && `${this.number(hours)} ${this.hourUnit}`, minutes > 0 && `${minutes} min`, (seconds > 0 || whole === 0) && `${seconds} s`];
    return texts.filter(Boolean).join(' ');
  }

  /** How old something is: `2 s ago`, `14 min ago`, `3 h ago`, `2 days ago`. `now` and `at` in milliseconds. */
  age(at: number | null | undefined, now: number): string {
    if (isMissing(at)) {
      return '–';
    }
    const seconds = Math.max(0, Math.round((now - at) / 1000));
    const steps = [[60, 1, 'second'], [3600, 60, 'minute'], [86_400, 3600, 'hour'], [Infinity, 86_400, 'day']] as const;
    const [, size, unit] = steps.find(([below]) => seconds < below) ?? steps[3];
    return translate(`age.${unit}`, { count: Math.floor(seconds / size) });
  }

  #unit(value: number | undefined, unit: string, digits: number): string {
    return value === undefined ? '–' : intl(Intl.NumberFormat, this.settings.locale, { style: 'unit', unit, maximumFractionDigits: digits }).format(value);
  }

  #unitName(unit: string): string {
    const parts = intl(Intl.NumberFormat, this.settings.locale, { style: 'unit', unit }).formatToParts(1);
    return parts.find((part) => part.type === 'unit')?.value ?? '';
  }

  #time(at: number | string | Date | null | undefined, options: Intl.DateTimeFormatOptions, zone?: string): string {
    const date = at === null || at === undefined ? undefined : new Date(at);
    if (!date || Number.isNaN(date.getTime())) {
      return '–';
    }
    return intl(Intl.DateTimeFormat, this.settings.locale, { ...options, timeZone: zone ?? this.settings.zone }).format(date);
  }
}

const made = new Map<string, unknown>();

/** Intl objects are costly to make and lists ask for thousands: each is made once. */
function intl<T, O>(Kind: new (locale: string, options: O) => T, locale: string, options: O): T {
  const key = `${Kind.name} ${locale} ${JSON.stringify(options)}`;
  const known = made.get(key) as T | undefined;
  const one = known ?? new Kind(locale, options);
  made.set(key, one);
  return one;
}

/** British English writes `US gal` for Intl's gallon, which here is the gallon of the user's system. */
function british(text: string): string {
  return text.replace('US gal', 'gal');
}

function isMissing(value: number | null | undefined): value is null | undefined {
  return value === null || value === undefined || Number.isNaN(value);
}

function mapped(value: number | null | undefined, convert: (value: number) => number): number | undefined {
  return isMissing(value) ? undefined : convert(value);
}
