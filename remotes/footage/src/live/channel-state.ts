import type { Sound } from '../api/streams';

/** What a channel is doing. `paused` is the browser's own pause, as from picture in picture; the panel's leads to `ready`. */
export type ChannelState = 'ready' | 'starting' | 'started' | 'streaming' | 'paused' | 'failed' | 'unavailable' | 'no-refresh';

/** Something that happens to a channel. */
export type ChannelEvent =
  | 'play'
  | 'accepted'
  | 'refused'
  | 'loaded'
  | 'gave-up'
  | 'fatal'
  | 'pause'
  | 'browser-paused'
  | 'browser-played'
  | 'not-kept'
  | 'reset';

const transitions: Record<ChannelEvent, Partial<Record<ChannelState, ChannelState>>> = {
  play: { ready: 'starting', paused: 'starting', failed: 'starting', unavailable: 'starting', 'no-refresh': 'starting' },
  accepted: { starting: 'started' },
  refused: { starting: 'unavailable' },
  loaded: { started: 'streaming' },
  'gave-up': { started: 'failed' },
  fatal: { started: 'unavailable', streaming: 'unavailable', paused: 'unavailable' },
  pause: { starting: 'ready', started: 'ready', streaming: 'ready' },
  'browser-paused': { streaming: 'paused' },
  'browser-played': { paused: 'streaming' },
  'not-kept': { started: 'no-refresh', streaming: 'no-refresh', paused: 'no-refresh' },
  reset: { starting: 'ready', started: 'ready', streaming: 'ready', paused: 'ready', failed: 'ready', unavailable: 'ready', 'no-refresh': 'ready' },
};

/** Where an event leads; the same state if it means nothing there. */
export function next(state: ChannelState, event: ChannelEvent): ChannelState {
  return transitions[event][state] ?? state;
}

/** Whether the device is asked for a picture, or sends one. */
export function isLive(state: ChannelState): boolean {
  return state === 'starting' || state === 'started' || state === 'streaming' || state === 'paused';
}

/** Whether it is known that nothing is to be heard. */
export function isSilent(sound: Sound): sound is 'none' | 'unsupported' {
  return sound === 'none' || sound === 'unsupported';
}
