/**
 * Recordings of several cameras, charts and a map on one clock. Apart from the rest, so that only screens that play something load it.
 */
export { channelLimits, hasVideo, masterOf, type PlayerChannel, type PlayerEvent, type PlayerEvidence } from './channel';
export { PlaybackClock, clockRates, type ClockListener, type ClockSource, type ClockSpan, type ClockState } from './clock';
export { ClockProvider, useClock, useClockState } from './clock-context';
export { placeFinder, type Place } from './sample-at';
export { SyncedPlayer, type SyncedPlayerProps } from './synced-player';
export { spanOf } from './span-of';
export type { Recorded } from './video-sync';
