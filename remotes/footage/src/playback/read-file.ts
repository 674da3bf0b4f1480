import { FileError, readImuFile, readPictureZip, readTrackingFile, type ImuSample, type TrackingSample } from '@outrider/sdk/device-files';

import type { Snapshot } from './source';

/** What a file of a device turned out to be. */
export type ReadFile = { kind: 'tracking'; samples: TrackingSample[] } | { kind: 'imu'; samples: ImuSample[] };

/** Reads a tracking or an IMU file, whichever it is. Throws the FileError of the one that it begins as; of neither it is an invalid id. */
export function readDeviceFile(data: ArrayBuffer): ReadFile {
  try {
    return { kind: 'tracking', samples: readTrackingFile(data) };
  } catch (error) {
    if (!(error instanceof FileError) || error.fault !== 'id') {
      throw error;
    }
    return { kind: 'imu', samples: readImuFile(data) };
  }
}

/** The pictures of a zip of stills, by name. Revoke their addresses when they are shown no more. Throws for bytes that are no zip. */
export function readSnapshots(data: ArrayBuffer): Snapshot[] {
  return readPictureZip(data).map(({ name, bytes, type }) => ({ name, url: URL.createObjectURL(new Blob([bytes], { type })) }));
}
