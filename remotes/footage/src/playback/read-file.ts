import { FileError, readImuFile, readTrackingFile, type ImuSample, type TrackingSample } from '@outrider/sdk/device-files';

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

/** How many stills are shown of a zip. */
const mostSnapshots = 10;

/** The pictures of a zip of stills, by name. Revoke their addresses when they are shown no more. */
export async function readSnapshots(data: ArrayBuffer): Promise<Snapshot[]> {
  const { unzipSync } = await import('fflate');
  const files = unzipSync(new Uint8Array(data), { filter: ({ name }) => /\.jpe?g$/i.test(name) });
  return Object.entries(files)
    .sort(([a], [b]) => a.localeCompare(b, undefined, { numeric: true }))
    .slice(0, mostSnapshots)
    .map(([name, bytes]) => ({ name: name.split('/').at(-1) ?? name, url: URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'image/jpeg' })) }));
}
