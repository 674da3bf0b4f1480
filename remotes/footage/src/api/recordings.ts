import * as z from '@outrider/sdk/schema';

import type { Interval } from '../clip/interval';
import { api } from './api';

export type { Interval };

/** What a device has of a day. */
export interface Recordings {
  intervals: Interval[];
  /** The zone of the vehicle's clock, by which the seconds are; empty if the server did not say. */
  zone: string;
}

/** How long a recording is taken to be whose end is not known, in seconds. */
const unknownSeconds = 300;

const answerSchema = z.object({ intervals: z.array(z.object({ ch: z.number(), start: z.number(), end: z.number(), hasEnd: z.boolean() })), zone: z.string().catch('') });

/** What a device has of a day, `YYYY-MM-DD`. */
export async function getRecordings(deviceId: string, date: string, signal: AbortSignal): Promise<Recordings> {
  const { intervals, zone } = await api.post('/org/{orgId}/devices/id/{deviceId}/recordingtimes', { type: 'video', date }, answerSchema, { parts: { deviceId }, signal });
  return { zone, intervals: intervals.map(({ ch, start, end, hasEnd }) => ({ channel: ch, start, end: hasEnd ? end : start + unknownSeconds, hasEnd })) };
}

/** One file that is wanted. */
export interface FileWish {
  type: 'video' | 'tracking' | 'accelerometer';
  /** 0 of what is of no camera. */
  channel: number;
  /** `YYYY-MM-DDTHH:mm:ss` by the vehicle's clock. */
  startTime: string;
  seconds: number;
}

const createdSchema = z.object({ fileset_request_id: z.string().catch('') });

/** Asks for files; returns the request's id, empty if the server gave none. */
export async function requestFiles(vehicleId: string, deviceId: string, description: string, wishes: readonly FileWish[]): Promise<string> {
  const file_requests = wishes.map(({ type, channel, startTime, seconds }) => ({ file_type: type, start_time: startTime, duration: String(seconds), channel: channel > 0 ? String(channel) : '' }));
  const path = '/org/{orgId}/vehicles/{vehicleId}/devices/{deviceId}/cloud/filesets/requests';
  return (await api.post(path, { description, file_requests }, createdSchema, { parts: { vehicleId, deviceId } })).fileset_request_id;
}

const supportSchema = z.object({ supported: z.boolean(), reason: z.string().catch(''), model: z.string().catch(''), firmware: z.string().catch(''), minimum: z.string().catch('') });

/** Whether a device can play its recordings. */
export type VodSupport = z.infer<typeof supportSchema>;

/** See {@link VodSupport}. */
export function getVodSupport(deviceId: string, signal: AbortSignal): Promise<VodSupport> {
  return api.get('/org/{orgId}/devices/id/{deviceId}/vod', supportSchema, { parts: { deviceId }, signal });
}
