import { readFileSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { FileError, readImuFile, readTrackingFile } from '.';

const folder = resolve('sdk/device/testdata/files');
const files = readdirSync(folder).filter((name) => name.endsWith('.bin')).map((name) => new Uint8Array(readFileSync(resolve(folder, name))));
const runs = { numRuns: 3_000 };

/** A golden file with some bytes changed, a piece left out and another put in. */
const damaged = fc
  .tuple(fc.constantFrom(...files), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 6 }), fc.nat(), fc.nat(12), fc.uint8Array({ maxLength: 12 }))
  .map(([file, changes, at, cut, put]) => {
    const copy = file.slice();
    for (const [where, byte] of changes) copy[where % copy.length] = byte;
    const from = at % copy.length;
    return Uint8Array.from([...copy.slice(0, from), ...put, ...copy.slice(from + cut)]);
  });

describe.each([
  ['tracking', readTrackingFile],
  ['IMU', readImuFile],
])('the reader of %s files', (_, read) => {
  const takes = (bytes: Uint8Array) => {
    try {
      expect(read(bytes.slice().buffer).length).toBeLessThanOrEqual(bytes.length);
    } catch (error) {
      expect(error).toBeInstanceOf(FileError);
    }
  };

  it('reads a damaged file, or says what is wrong with it', () => fc.assert(fc.property(damaged, takes), runs));

  it('reads whatever bytes there are, or says what is wrong with them', () => fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), takes), runs));
});
