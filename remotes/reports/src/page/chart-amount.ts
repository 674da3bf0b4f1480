import { distanceIn, volumeIn, type Format } from '@outrider/sdk';

/** How a chart counts the values of a column: in the user's unit, which stands once beside the chart's title, so that its steps are round ones. */
export interface ChartAmount {
  unit: string;
  of: (value: number) => number;
}

/** Undefined for kinds whose values are written with all that belongs to them. */
export function chartAmount(format: Format, kind: string): ChartAmount | undefined {
  switch (kind) {
    case 'distance':
      return { unit: format.distanceUnit, of: (metres) => distanceIn(format.settings.units, metres) };
    case 'volume':
      return { unit: format.volumeUnit, of: (litres) => volumeIn(format.settings.units, litres) };
    case 'duration':
      return { unit: format.hourUnit, of: (seconds) => seconds / 3600 };
    default:
      return undefined;
  }
}
