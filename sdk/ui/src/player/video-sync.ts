import type { PlaybackClock } from './clock';
import { correctionOf } from './skew';

/** Where a recording lies in time. */
export interface Recorded {
  /** Of its first picture, UTC milliseconds. */
  startMs: number;
  durationMs: number;
}

/** How a video stands, as its tile shows it. */
export type VideoState = 'loading' | 'ready' | 'outside' | 'failed';

/** A video that is not ready holds the clock for no longer than this: the others go on; in milliseconds. */
const longestHoldMs = 6000;
/** Within this of the clock a paused video stays, so that a seek is not repeated for ever; in seconds. */
const seekTolerance = 0.004;
/** The last picture of a file is shown until this much after it; in seconds. */
const tail = 0.12;

const events = ['loadedmetadata', 'loadeddata', 'canplay', 'seeked', 'seeking', 'waiting', 'stalled', 'playing', 'durationchange'] as const;

/**
 * Keeps one video element where a clock is: pace and jumps correct what it is off, and the clock waits while it loads. It never plays by
 * itself. Call `stop` when the element goes.
 */
export class VideoSync {
  #state: VideoState = 'loading';
  #wanted: number | undefined;
  #patience: ReturnType<typeof setTimeout> | undefined;
  readonly #leave: (() => void)[];

  constructor(
    private readonly video: HTMLVideoElement,
    private readonly recorded: Recorded,
    private readonly clock: PlaybackClock,
    private readonly onState: (state: VideoState) => void,
  ) {
    this.#leave = [clock.subscribe(this.#follow), clock.onState(this.#follow)];
    events.forEach((name) => video.addEventListener(name, this.#follow));
    video.addEventListener('error', this.#fail);
    if (video.error) this.#fail();
    else this.#follow();
  }

  /** How far the video is ahead of the clock in milliseconds; undefined while it shows nothing of that time. */
  skewMs(): number | undefined {
    return this.#state === 'ready' ? (this.video.currentTime - this.#target()) * 1000 : undefined;
  }

  /** Forgets the video and lets the clock go. */
  stop(): void {
    this.#leave.forEach((leave) => leave());
    events.forEach((name) => this.video.removeEventListener(name, this.#follow));
    this.video.removeEventListener('error', this.#fail);
    this.#letGo();
    this.video.pause();
  }

  #target(): number {
    return (this.clock.at() - this.recorded.startMs) / 1000;
  }

  /** The file's own length when it is known: a device may have recorded less than it was asked for. */
  #length(): number {
    return Number.isFinite(this.video.duration) ? this.video.duration : this.recorded.durationMs / 1000;
  }

  #follow = (): void => {
    if (this.#state === 'failed') {
      return;
    }
    const target = this.#target();
    if (target < -tail || target > this.#length() + tail) {
      this.#pause();
      this.#letGo();
      this.#say('outside');
      return;
    }
    if (this.video.readyState < HTMLMediaElement.HAVE_METADATA) {
      this.#hold();
      this.#say('loading');
      return;
    }
    this.#place(Math.min(Math.max(0, target), Math.max(0, this.#length() - 0.001)));
  };

  #place(target: number): void {
    const { isPlaying, isHeld, rate } = this.clock.state();
    const off = this.video.currentTime - target;
    const correction = correctionOf(off * 1000, rate);
    const runs = isPlaying && !isHeld;
    if (this.video.seeking) {
      this.#hold();
      return; // where it went is looked at once it is there
    }
    if ((runs ? correction.isSeek : Math.abs(off) > seekTolerance) && this.#wanted !== target) {
      this.#wanted = target;
      this.video.currentTime = target;
      this.#hold();
      return;
    }
    const isEnd = target >= this.#length() - tail;
    if (this.video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA && !isEnd && !this.video.ended) {
      this.#hold();
      this.#say(this.video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA ? 'ready' : 'loading');
      return;
    }
    this.#letGo();
    this.#say('ready');
    if (this.clock.state().isPlaying && !this.clock.state().isHeld && !isEnd) {
      if (this.video.playbackRate !== correction.rate) this.video.playbackRate = correction.rate;
      if (this.video.paused) this.#play();
    } else {
      this.#pause();
    }
  }

  #play(): void {
    this.video.play().catch(() => {}); // a pause that came at once is no failure; a file that cannot be played says so by `error`
  }

  #pause(): void {
    if (!this.video.paused) this.video.pause();
  }

  #hold(): void {
    this.#pause();
    if (this.#patience === undefined) {
      this.#patience = setTimeout(() => this.clock.release(this), longestHoldMs);
      this.clock.hold(this);
    }
  }

  #letGo(): void {
    clearTimeout(this.#patience);
    this.#patience = undefined;
    this.clock.release(this);
  }

  #fail = (): void => {
    this.#letGo();
    this.#say('failed');
  };

  #say(state: VideoState): void {
    if (state !== this.#state) {
      this.#state = state;
      this.onState(state);
    }
  }
}
