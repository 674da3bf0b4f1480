import { masterOf, type PlayerEvidence } from './channel';
import type { ClockSpan } from './clock';

/** From when to when a player plays: its master channel, else what the device's other files cover. `lengthMs` is the master's true length. */
export function spanOf({ channels, tracking, imu }: Pick<PlayerEvidence, 'channels' | 'tracking' | 'imu'>, lengthMs?: number): ClockSpan {
  const master = masterOf(channels);
  if (master) {
    return { from: master.startMs, to: master.startMs + (lengthMs ?? master.durationMs) };
  }
  const times = [tracking, imu].flatMap((samples) => (samples && samples.length > 0 ? [samples[0]?.time ?? 0, samples.at(-1)?.time ?? 0] : []));
  return times.length > 0 ? { from: Math.min(...times), to: Math.max(...times) } : { from: 0, to: 0 };
}
