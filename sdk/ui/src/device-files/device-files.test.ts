import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { describe, expect, it } from 'vitest';

import { FileError, fileFaults, readImuFile, readTrackingFile, type FileFault } from '.';

/** The golden files that the writers in Go are held to. */
function golden(name: string): ArrayBuffer {
  return new Uint8Array(readFileSync(resolve('sdk/device/testdata/files', name))).buffer;
}

const at = Date.UTC(2026, 2, 4, 9, 0, 0, 250);

describe('readTrackingFile', () => {
  it.each(['1.00-le', '1.00-be', '2.00-le', '2.00-be'])('reads version and byte order %s', (kind) => {
    const [first, second] = readTrackingFile(golden(`track-${kind}.bin`));
    expect(first).toEqual({
      time: at, zoneMinutes: 0, dstMinutes: 0, gpsTime: at - 50, gpsValid: true, lat: 53.4808, lng: -2.2426, speedKmh: 62.5, courseDeg: 274,
      dipState: 5, ignition: true, speedLimitKmh: 48, idling: false,
    });
    expect(second).toMatchObject({
      time: at + 1000, zoneMinutes: 60, dstMinutes: 60, gpsValid: false, lat: -33.8688, lng: 151.2093, speedLimitKmh: undefined,
      idling: kind.startsWith('2'),
    });
  });

  it.each(['id', 'version', 'endianness', 'fields', 'delimiter', 'truncated', 'precision'] as FileFault[])('refuses a file with the fault %s', (fault) => {
    expect(() => readTrackingFile(golden(`fault-${fault}.bin`))).toThrow(new FileError(fault));
  });

  it('says the faults as people read them', () => {
    expect(() => readTrackingFile(golden('imu-1-le.bin'))).toThrow('Invalid tracking file ID');
    expect(fileFaults.fields).toBe('Number of fields and precision specifiers not equal');
  });
});

describe('readImuFile', () => {
  it.each(['1-le', '1-be', '2-le', '2-be', '3-le', '3-be'])('reads version and byte order %s', (kind) => {
    const [first, second] = readImuFile(golden(`imu-${kind}.bin`));
    const withSpeed = !kind.startsWith('1');
    expect(first).toEqual({
      time: at - 250, zoneMinutes: 0, dstMinutes: 0, x: -0.5, y: 0.25, z: 1, speedKmh: withSpeed ? 62.5 : 0, courseDeg: withSpeed ? 274 : 0,
      ignition: kind.startsWith('3'),
    });
    expect(second).toMatchObject({ time: at - 240, zoneMinutes: -300, dstMinutes: 60, x: 1.5, y: -1, z: 0.75 });
  });

  it('refuses a file of one byte', () => {
    expect(() => readImuFile(golden('fault-one-byte.bin'))).toThrow(new FileError('id'));
  });

  it('never fails otherwise, whatever byte of a file is changed', () => {
    const good = new Uint8Array(golden('imu-3-le.bin'));
    for (let position = 0; position < good.length; position += 1) {
      for (const byte of [0, 0x2c, 0xff]) {
        const changed = good.slice();
        changed[position] = byte;
        try {
          readImuFile(changed.buffer);
        } catch (error) {
          expect(error).toBeInstanceOf(FileError);
        }
      }
    }
  });
});
