export { defaultBands, speedingLevel, type Bands, type SpeedingLevel } from './bands';
export { fieldText, manifestText } from './field-text';
export { Format, type FormatSettings } from './format';
export {
  addDays,
  clock,
  daysBetween,
  instantOf,
  isDay,
  isTime,
  localDateTime,
  localDay,
  longDate,
  longDays,
  monthStart,
  type LocalDateTime,
  type LocalDay,
} from './local-time';
export { currentFormat, formatSettings, useFormat } from './use-format';
export {
  defaultSpeedLimitKmh,
  distanceFrom,
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
  volumeLitresFrom,
  type UnitSystem,
} from './units';
export { useNow } from './use-now';
