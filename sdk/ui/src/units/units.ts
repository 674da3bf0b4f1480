/** The unit systems of the product. */
export const unitSystems = ['Metric', 'Imperial GB', 'Imperial US'] as const;

/** One of {@link unitSystems}. */
export type UnitSystem = (typeof unitSystems)[number];

/** Kilometres in a mile, exactly. */
export const kmPerMile = 1.609344;
/** US gallons in a litre. */
export const usGallonsPerLitre = 0.264172;
/** UK gallons in a litre. */
export const ukGallonsPerLitre = 0.219969;
/** The speed limit taken where none is known, in km/h whatever the user's unit. */
export const defaultSpeedLimitKmh = 120;

/** The system of a stored preference: an unknown value becomes the nearest valid one, else the country's. */
export function unitSystemOf(stored: string | undefined, countryCode = ''): UnitSystem {
  const exact = unitSystems.find((system) => system === stored);
  if (exact) {
    return exact;
  }
  const plain = stored?.toLowerCase().replace(/[^a-z]/g, '') ?? '';
  if (plain.startsWith('metric')) {
    return 'Metric';
  }
  if (plain.startsWith('imperial')) {
    return plain.includes('us') ? 'Imperial US' : 'Imperial GB';
  }
  return countryUnits(countryCode);
}

function countryUnits(countryCode: string): UnitSystem {
  switch (countryCode.toUpperCase()) {
    case 'GB':
      return 'Imperial GB';
    case 'US':
      return 'Imperial US';
    default:
      return 'Metric';
  }
}

/** Reports whether distances are miles. */
export function isImperial(units: UnitSystem): boolean {
  return units !== 'Metric';
}

/** km/h in the user's unit, km/h or mph, unrounded. */
export function speedIn(units: UnitSystem, speedKmh: number): number {
  return isImperial(units) ? speedKmh / kmPerMile : speedKmh;
}

/** Metres in the user's unit, kilometres or miles, unrounded. */
export function distanceIn(units: UnitSystem, distanceM: number): number {
  const km = distanceM / 1000;
  return isImperial(units) ? km / kmPerMile : km;
}

/** Litres in the user's unit: litres, UK gallons or US gallons, unrounded. */
export function volumeIn(units: UnitSystem, litres: number): number {
  switch (units) {
    case 'Metric':
      return litres;
    case 'Imperial GB':
      return litres * ukGallonsPerLitre;
    case 'Imperial US':
      return litres * usGallonsPerLitre;
  }
}

/** A typed speed of the user's unit as km/h. */
export function speedKmhFrom(units: UnitSystem, speed: number): number {
  return isImperial(units) ? speed * kmPerMile : speed;
}

/** A typed distance of the user's unit, kilometres or miles, as metres. */
export function distanceFrom(units: UnitSystem, distance: number): number {
  return (isImperial(units) ? distance * kmPerMile : distance) * 1000;
}

/** A typed volume of the user's unit as litres. */
export function volumeLitresFrom(units: UnitSystem, volume: number): number {
  return volume / volumeIn(units, 1);
}
