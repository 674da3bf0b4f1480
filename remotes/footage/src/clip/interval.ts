/** A stretch of recordings: channel, start and end in seconds of the day. */
export interface Interval {
  channel: number;
  start: number;
  end: number;
  /** Without one the end is taken to be 300 s after the start. */
  hasEnd: boolean;
}
