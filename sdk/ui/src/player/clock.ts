/** A stretch of time in UTC milliseconds. */
export interface ClockSpan {
  from: number;
  to: number;
}

/** How a clock stands; a new object after every change, never one for the passing of time. */
export interface ClockState {
  isPlaying: boolean;
  /** It wants to play, but somebody is not ready: a video that loads. */
  isHeld: boolean;
  /** Seconds of evidence a second. */
  rate: number;
  span: ClockSpan;
}

/** Who moved a clock: `play` is the passing of time, `end` the return to the start, others name themselves. */
export type ClockSource = 'play' | 'end' | (string & {});

/** Hears a new time in UTC milliseconds. */
export type ClockListener = (at: number, source: ClockSource) => void;

/** What a clock needs of the browser; tests bring their own. Times are milliseconds. */
export interface ClockFrames {
  now: () => number;
  request: (frame: () => void) => number;
  cancel: (id: number) => void;
}

const browserFrames: ClockFrames = {
  now: () => performance.now(),
  request: (frame) => requestAnimationFrame(frame),
  cancel: (id) => cancelAnimationFrame(id),
};

/** The rates that can be chosen. */
export const clockRates = [0.25, 0.5, 1, 2, 4] as const;

/** A frame that comes later than this, as in a tab that was hidden, moves the time by no more; in milliseconds. */
const longestFrameMs = 250;

/**
 * The one time of a player, in UTC milliseconds: videos, charts, map and slider follow it, and any of them can move it. Subscribing renders
 * nothing; {@link onState} hears when it begins, stops, waits or changes its pace.
 */
export class PlaybackClock {
  #at: number;
  #state: ClockState;
  #last = 0;
  #frame: number | undefined;
  readonly #frames: ClockFrames;
  readonly #holders = new Set<unknown>();
  readonly #moved = new Set<ClockListener>();
  readonly #changed = new Set<() => void>();

  constructor(span: ClockSpan = { from: 0, to: 0 }, at = span.from, frames: ClockFrames = browserFrames) {
    this.#frames = frames;
    this.#state = { isPlaying: false, isHeld: false, rate: 1, span };
    this.#at = within(at, span);
  }

  /** The present time in UTC milliseconds. */
  at = (): number => this.#at;

  /** How it stands. */
  state = (): ClockState => this.#state;

  /** Hears every move until the returned function is called. */
  subscribe = (listener: ClockListener): (() => void) => {
    this.#moved.add(listener);
    return () => this.#moved.delete(listener);
  };

  /** Hears every change of {@link state} until the returned function is called. */
  onState = (listener: () => void): (() => void) => {
    this.#changed.add(listener);
    return () => this.#changed.delete(listener);
  };

  /** Lets the time pass. */
  play = (): void => this.#change({ isPlaying: this.#state.span.to > this.#state.span.from });

  /** Stops it where it is. */
  pause = (): void => this.#change({ isPlaying: false });

  /** Plays or pauses. */
  toggle = (): void => (this.#state.isPlaying ? this.pause() : this.play());

  /** Goes to a time, kept within the span. */
  seek = (at: number, source: ClockSource): void => this.#move(within(at, this.#state.span), source);

  /** Sets the pace. */
  setRate = (rate: number): void => this.#change({ rate });

  /** Says from when to when there is something to see; the time is kept within. */
  setSpan = (span: ClockSpan): void => {
    const { from, to } = this.#state.span;
    if (from !== span.from || to !== span.to) {
      this.#change({ span });
      this.#move(within(this.#at, span), 'span');
    }
  };

  /** Time waits until everybody who holds it has let go. */
  hold = (holder: unknown): void => {
    this.#holders.add(holder);
    this.#change({ isHeld: true });
  };

  /** Lets go of a {@link hold}; nothing if there was none. */
  release = (holder: unknown): void => {
    if (this.#holders.delete(holder)) {
      this.#change({ isHeld: this.#holders.size > 0 });
    }
  };

  /** Stops for good: nothing is heard any more. */
  dispose = (): void => {
    this.pause();
    this.#holders.clear();
    this.#moved.clear();
    this.#changed.clear();
  };

  #change(part: Partial<ClockState>): void {
    const next = { ...this.#state, ...part };
    if ((Object.keys(part) as (keyof ClockState)[]).every((key) => next[key] === this.#state[key])) {
      return;
    }
    this.#state = next;
    this.#run();
    this.#changed.forEach((listener) => listener());
  }

  #run(): void {
    const { isPlaying, isHeld } = this.#state;
    const runs = isPlaying && !isHeld;
    if (runs && this.#frame === undefined) {
      this.#last = this.#frames.now();
      this.#frame = this.#frames.request(this.#tick);
    } else if (!runs && this.#frame !== undefined) {
      this.#frames.cancel(this.#frame);
      this.#frame = undefined;
    }
  }

  #tick = (): void => {
    this.#frame = this.#frames.request(this.#tick);
    const now = this.#frames.now();
    const passed = Math.min(longestFrameMs, now - this.#last);
    this.#last = now;
    const { rate, span } = this.#state;
    const next = this.#at + passed * rate;
    if (next < span.to) {
      this.#move(next, 'play');
    } else {
      this.#change({ isPlaying: false });
      this.#move(span.from, 'end');
    }
  };

  #move(at: number, source: ClockSource): void {
    if (at !== this.#at) {
      this.#at = at;
      this.#moved.forEach((listener) => listener(at, source));
    }
  }
}

function within(at: number, { from, to }: ClockSpan): number {
  return Math.min(to, Math.max(from, at));
}
