import * as z from '@outrider/sdk/schema';

import { api } from './api';
import type { components } from './footage-api';

/** See {@link Sound}. */
export const soundSchema = z.enum(['unknown', 'none', 'playing', 'unsupported']);

/** Whether there is something to be heard: `unknown` until the device has come, `unsupported` is a codec that browsers cannot play. */
export type Sound = z.infer<typeof soundSchema>;

const viewSchema = z.object({
  channel: z.number(),
  session: z.string(),
  status: z.string(),
  streaming_session_url_hls: z.string(),
  sound: soundSchema.optional(),
  watermark: z.object({ name: z.string(), zone: z.string() }).nullish(),
  beginning: z.array(z.object({ file: z.string(), body: z.string() })).nullish(),
});

const viewsSchema = z.array(viewSchema);

/** This tab's look at a channel: its session, and where it is played from. */
export interface View {
  session: string;
  url: string;
  sound?: Sound;
  /** What is written over the picture where the organisation asks for it. */
  watermark?: Watermark;
  /** What a player asks for first, by its address beside the playlist, as base64; of a picture that is there already. */
  beginning?: readonly Piece[];
}

/** What is answered to a player that asks for a file of a stream. */
export interface Piece {
  file: string;
  body: string;
}

/** Who watches, and by whose clock the time beside the name runs. */
export interface Watermark {
  name: string;
  zone: string;
}

/** How much of the network a picture may take: `sub` is small, `main` full size. */
export type Profile = 'main' | 'sub';

function ask(deviceId: string, body: components['schemas']['StreamsInputBody']) {
  return api.post('/org/{orgId}/devices/id/{deviceId}/videostreams', { ...body, stream_configs: { hls: {} } }, viewsSchema, { parts: { deviceId } });
}

/** Asks a device to show a channel; rejects when it does not agree. */
export async function startStreaming(deviceId: string, channel: number, profile: Profile): Promise<View> {
  const [view] = await ask(deviceId, { action: 'start_streaming', channels: [channel], profile, beginning: true });
  if (!view || view.streaming_session_url_hls === '') {
    throw new Error(`channel ${channel} cannot be started`);
  }
  return { session: view.session, url: view.streaming_session_url_hls, sound: view.sound ?? 'unknown', ...(view.watermark ? { watermark: view.watermark } : {}), beginning: view.beginning ?? [] };
}

/** Says that a view is still watched, and answers what is to be heard; rejects when it is over. */
export async function keepStreaming(deviceId: string, session: string): Promise<Sound> {
  const [kept] = await ask(deviceId, { action: 'keep_streaming', sessions: [session] });
  if (!kept) {
    throw new Error('the view is over');
  }
  return kept.sound ?? 'unknown';
}

/** What is to be heard in a view. */
export async function soundOf(deviceId: string, session: string): Promise<Sound> {
  const [view] = await ask(deviceId, { action: 'get_endpoints', sessions: [session] });
  return view?.sound ?? 'unknown';
}

/** Ends a view. */
export async function stopStreaming(deviceId: string, session: string): Promise<void> {
  await ask(deviceId, { action: 'stop_streaming', sessions: [session] });
}
