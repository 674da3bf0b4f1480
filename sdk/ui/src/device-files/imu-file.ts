import { readSampleFile, valueOf } from './layout';

/** One reading of an IMU file: the accelerations of the vehicle in g. */
export interface ImuSample {
  /** Unix milliseconds of the recorder's clock. */
  time: number;
  /** Minutes east of UTC, without daylight saving. */
  zoneMinutes: number;
  /** Minutes of daylight saving in force. */
  dstMinutes: number;
  /** Forward. */
  x: number;
  /** To the left. */
  y: number;
  /** Up. */
  z: number;
  speedKmh: number;
  courseDeg: number;
  ignition: boolean;
}

/** Takes an IMU file apart; throws a FileError. */
export function readImuFile(data: ArrayBuffer): ImuSample[] {
  const file = readSampleFile({ id: 'ACCELEROMETER', versions: ['1', '2', '3'] }, data);
  const get = valueOf(file);
  return file.samples.map((sample) => ({
    time: get(sample, 'timestamp'),
    zoneMinutes: get(sample, 'tz'),
    dstMinutes: get(sample, 'dst'),
    x: get(sample, 'x'),
    y: get(sample, 'y'),
    z: get(sample, 'z'),
    speedKmh: get(sample, 'speed'),
    courseDeg: get(sample, 'course'),
    ignition: get(sample, 'ignition') === 1,
  }));
}
