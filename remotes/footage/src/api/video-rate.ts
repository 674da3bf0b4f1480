import { listParameters } from '@outrider/sdk/table';

import { api } from './api';
import { pageSchema } from './filesets';

/** How many of a device's newest filesets are looked at. */
const newest = 20;

/** Bytes that a second of one channel took in a device's newest videos; null if there are none. */
export async function getVideoRate(deviceId: string, signal: AbortSignal): Promise<number | null> {
  const ofDevice = listParameters({ page: 1, size: newest, sort: [{ field: 'requested', falls: true }], q: '', filters: [{ field: 'device_id', op: 'eq', values: [deviceId] }] });
  const { filesets } = await api.get('/org/{orgId}/files/requests', pageSchema, { query: { ...ofDevice, locations: false }, signal });
  const videos = filesets.flatMap(({ file_requests }) => file_requests).filter(({ file_type, status, size, seconds }) => file_type.endsWith('video') && status === 'success' && size > 0 && seconds > 0);
  const seconds = videos.reduce((sum, one) => sum + one.seconds, 0);
  return seconds > 0 ? videos.reduce((sum, one) => sum + one.size, 0) / seconds : null;
}
