import { useFormat, type Format } from '@outrider/sdk';

/** Writes the figures of the console for one user. */
export interface Figures {
  bytes: (value: number) => string;
  ms: (value: number) => string;
  rate: (value: number) => string;
  share: (value: number) => string;
  /** How long something has run, from a time in RFC 3339. */
  since: (at: string | undefined) => string;
  /** How old something is. */
  age: (at: string | undefined) => string;
  format: Format;
}

const sizes = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Figures in the user's writing. */
export function useFigures(): Figures {
  const format = useFormat();
  const unit = (value: number, name: string, digits: number) =>
    new Intl.NumberFormat(format.settings.locale, { style: 'unit', unit: name, maximumFractionDigits: digits }).format(value);
  return {
    format,
    bytes: (value) => {
      const power = value < 1 ? 0 : Math.min(sizes.length - 1, Math.floor(Math.log(value) / Math.log(1024)));
      const scaled = value / 1024 ** power;
      return unit(scaled, sizes[power] ?? 'byte', scaled < 10 && power > 0 ? 1 : 0);
    },
    ms: (value) => (value >= 1000 ? unit(value / 1000, 'second', 1) : unit(value, 'millisecond', value < 10 ? 1 : 0)),
    rate: (value) => format.number(value, value < 10 ? 1 : 0),
    share: (value) => new Intl.NumberFormat(format.settings.locale, { style: 'percent', maximumFractionDigits: value > 0 && value < 0.1 ? 1 : 0 }).format(value),
    since: (at) => (at ? format.duration(Math.max(0, (Date.now() - Date.parse(at)) / 1000)) : '–'),
    age: (at) => format.age(at ? Date.parse(at) : undefined, Date.now()),
  };
}
