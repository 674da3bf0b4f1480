import * as z from '@outrider/sdk/schema';

import { api } from './api';
import type { components } from './footage-api';
import { soundSchema, type Sound } from './streams';

const viewsSchema = z.array(
  z.object({
    channel: z.number(),
    session: z.string(),
    status: z.string().catch(''),
    text: z.string().optional(),
    streaming_session_url_hls: z.string(),
    start_time: z.string().catch(''),
    start_ms: z.number().catch(0),
    ends_ms: z.number().catch(0),
    sound: soundSchema.optional(),
    watermark: z.object({ name: z.string(), zone: z.string() }).nullish(),
  }),
);

/** A recording that a device plays for this tab. */
export interface VodView {
  session: string;
  url: string;
  /** Where it really begins, `YYYY-MM-DDTHH:mm:ss` by the vehicle's clock; empty if the device did not say. */
  startTime: string;
  /** How long it goes on, in seconds; 0: not known. */
  seconds: number;
  sound?: Sound;
  watermark?: { name: string; zone: string };
}

/** How a recording that is watched goes on. */
export interface VodKept {
  /** Whether it has come to its end. */
  isOver: boolean;
  sound: Sound;
}

function ask(deviceId: string, body: components['schemas']['VodInputBody']) {
  return api.post('/org/{orgId}/devices/id/{deviceId}/vod', { ...body, stream_configs: { hls: {} } }, viewsSchema, { parts: { deviceId } });
}

/** Asks a device to play a channel from a time of the vehicle's clock on, in place of the views in `replaced`; rejects when it does not agree. */
export async function startVod(deviceId: string, channel: number, startTime: string, replaced: readonly string[]): Promise<VodView> {
  const [view] = await ask(deviceId, { action: 'start', channel, start_time: startTime, ...(replaced.length > 0 ? { sessions: [...replaced] } : {}) });
  if (!view || view.streaming_session_url_hls === '') {
    throw new Error(`channel ${channel} cannot be played`);
  }
  const { session, streaming_session_url_hls: url, start_time, start_ms, ends_ms, sound = 'unknown', watermark } = view;
  return { session, url, sound, startTime: start_time, seconds: ends_ms > start_ms ? (ends_ms - start_ms) / 1000 : 0, ...(watermark ? { watermark } : {}) };
}

/** Says that a recording is still watched; rejects when it is gone. */
export async function keepVod(deviceId: string, session: string): Promise<VodKept> {
  const [kept] = await ask(deviceId, { action: 'keep', sessions: [session] });
  if (!kept) {
    throw new Error('the view is over');
  }
  return { isOver: kept.status === 'stopped', sound: kept.sound ?? 'unknown' };
}

/** What is to be heard in a view. */
export async function soundOfVod(deviceId: string, session: string): Promise<Sound> {
  const [view] = await ask(deviceId, { action: 'get_endpoints', sessions: [session] });
  return view?.sound ?? 'unknown';
}

/** Ends a view. */
export async function stopVod(deviceId: string, session: string): Promise<void> {
  await ask(deviceId, { action: 'stop', sessions: [session] });
}
