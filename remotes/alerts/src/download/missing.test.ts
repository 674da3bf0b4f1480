import { expect, test } from 'vitest';

import type { EvidenceFile, FileKind } from '../api/evidence';
import { missingIn } from './missing';

const file = (kind: FileKind, channel = 0): EvidenceFile => ({ id: `${kind}${channel}`, kind, channel, state: 'ready', progress: 100, reason: '', startMs: 0, durationMs: 0 });
const all = [file('video', 1), file('video', 2), file('pictures', 1), file('tracking'), file('imu')];

test('nothing is missing of a whole download', () => {
  expect(missingIn(['HGV-017_CH1.mp4', 'ch2.mp4', 'snapshots.zip', 'gps_data.csv', 'imu.csv'], all)).toEqual([]);
});

test('what was skipped is named once', () => {
  expect(missingIn(['CH1.mp4', 'gps_data.csv'], [...all, file('pictures', 2)])).toEqual(['CH2', 'imu.csv', 'snapshots.zip']);
  expect(missingIn(['CH12.mp4'], [file('video', 1)])).toEqual(['CH1']);
});
