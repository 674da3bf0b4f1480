export { defaultBands, speedingLevel, type Bands, type SpeedingLevel } from './bands';
export { Format, type FormatSettings } from './format';
export { currentFormat, formatSettings, useFormat } from './use-format';
export {
  defaultSpeedLimitKmh,
  distanceIn,
  isImperial,
  kmPerMile,
  speedIn,
  speedKmhFrom,
  ukGallonsPerLitre,
  unitSystemOf,
  unitSystems,
  usGallonsPerLitre,
  volumeIn,
  type UnitSystem,
} from './units';
