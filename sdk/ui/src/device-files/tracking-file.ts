import { readSampleFile, valueOf } from './layout';

/** One reading of a tracking file: where the vehicle was. */
export interface TrackingSample {
  /** Unix milliseconds of the recorder's clock. */
  time: number;
  /** Minutes east of UTC, without daylight saving. */
  zoneMinutes: number;
  /** Minutes of daylight saving in force. */
  dstMinutes: number;
  /** Unix milliseconds of the fix. */
  gpsTime: number;
  gpsValid: boolean;
  lat: number;
  lng: number;
  speedKmh: number;
  courseDeg: number;
  /** Bit n-1: digital input n is on. */
  dipState: number;
  ignition: boolean;
  /** Undefined: unknown. */
  speedLimitKmh: number | undefined;
  idling: boolean;
}

const letterA = 65;
const letterS = 83;
const letterW = 87;

/** Takes a tracking file apart; throws a FileError. */
export function readTrackingFile(data: ArrayBuffer): TrackingSample[] {
  const file = readSampleFile({ id: 'TRACKINGDATA', versions: ['1.00', '2.00'] }, data);
  const get = valueOf(file);
  return file.samples.map((sample) => ({
    time: get(sample, 'timestamp'),
    zoneMinutes: get(sample, 'tz'),
    dstMinutes: get(sample, 'dst'),
    gpsTime: get(sample, 'gpsTimestamp'),
    gpsValid: get(sample, 'gpsStatus') === letterA,
    lat: get(sample, 'lat') * (get(sample, 'latDir') === letterS ? -1 : 1),
    lng: get(sample, 'lng') * (get(sample, 'lngDir') === letterW ? -1 : 1),
    speedKmh: get(sample, 'gpsSpeed'),
    courseDeg: get(sample, 'gpsCourse'),
    dipState: get(sample, 'dipState'),
    ignition: get(sample, 'acc') === 1,
    speedLimitKmh: get(sample, 'speedLimit') || undefined,
    idling: get(sample, 'idling') === 1,
  }));
}
