import { keepStreaming, soundOf, startStreaming, stopStreaming, type Profile, type Sound, type View, type Watermark } from '../api/streams';
import { isLive, next, type ChannelEvent, type ChannelState } from './channel-state';
import { createPlayer, type Over, type Player } from './player';

/** Pauses before the playlist is tried again, in milliseconds. */
export const retryDelaysMs = [2_000, 1_000, 2_000, 2_000, 3_000, 5_000, 10_000];
/** How often the server is told that somebody watches, in milliseconds. */
export const keepAliveMs = 30_000;

/** What a tile shows of a channel. */
export interface ChannelView {
  state: ChannelState;
  /** How often the playlist was tried again; 0 to 7. */
  tries: number;
  muted: boolean;
  /** What is to be heard, whether muted or not. */
  sound: Sound;
  /** Why it is unavailable; when the bandwidth saver stopped it, Unix milliseconds. */
  over?: Over | undefined;
  savedAt?: number | undefined;
  /** What is written over the picture. */
  watermark?: Watermark | undefined;
}

/** What a channel needs of the world; tests bring their own. */
export interface ChannelParts {
  start: typeof startStreaming;
  /** Answers what is to be heard. */
  keep: (deviceId: string, session: string) => Promise<Sound>;
  stop: typeof stopStreaming;
  createPlayer: typeof createPlayer;
  /** Asked when there is a picture. */
  soundOf: typeof soundOf;
  /** Called when the device cannot be reached, with what the server said. */
  onUnreachable: (error: unknown) => void;
}

/** The real parts. */
export const realParts = { start: startStreaming, keep: keepStreaming, stop: stopStreaming, createPlayer, soundOf };

/** One camera in the panel: asks for its picture, plays it, and lets it go. */
export class LiveChannel {
  readonly id: number;
  readonly #deviceId: string;
  readonly #parts: ChannelParts;
  readonly #listeners = new Set<() => void>();
  #shown: ChannelView = { state: 'ready', tries: 0, muted: true, sound: 'unknown' };
  #video: HTMLVideoElement | null = null;
  #player: Player | undefined;
  #view: View | undefined;
  /** Counts the plays: what belongs to an older one is let go. */
  #turn = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #keepAlive: ReturnType<typeof setInterval> | undefined;
  /** Bytes that came in all. */
  bytes = 0;

  constructor(deviceId: string, id: number, parts: ChannelParts) {
    this.#deviceId = deviceId;
    this.id = id;
    this.#parts = parts;
  }

  /** What is shown; a new object after every change. */
  readonly shown = (): ChannelView => this.#shown;

  /** Calls `listener` after every change until the returned function is called. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The element that it plays in. */
  attach(video: HTMLVideoElement | null): void {
    this.#video = video;
  }

  /** See {@link Player}. */
  elapsed(): number {
    return this.#shown.state === 'streaming' || this.#shown.state === 'paused' ? (this.#player?.elapsed() ?? 0) : 0;
  }

  /** See {@link Player}. */
  latency(): number | undefined {
    return this.#shown.state === 'streaming' ? this.#player?.latency() : undefined;
  }

  shownAt(): Date | undefined {
    return this.#shown.state === 'streaming' ? this.#player?.shownAt() : undefined;
  }

  setMuted(muted: boolean): void {
    this.#change({ muted });
  }

  /** Asks for the picture, and plays it as soon as there is one. */
  async play(profile: Profile): Promise<void> {
    const before = this.#shown.state;
    if (next(before, 'play') === before) {
      return;
    }
    this.#letGo();
    const turn = this.#turn;
    this.#change({ savedAt: undefined, over: undefined, sound: 'unknown' });
    this.#happens('play');
    try {
      const view = await this.#parts.start(this.#deviceId, this.id, profile);
      if (turn !== this.#turn) {
        void this.#parts.stop(this.#deviceId, view.session).catch(() => undefined); // nobody waits any more
        return;
      }
      this.#view = view;
      this.#change({ watermark: view.watermark, sound: view.sound ?? 'unknown' });
    } catch (error) {
      if (turn === this.#turn) {
        this.#happens('refused');
        this.#parts.onUnreachable(error);
      }
      return;
    }
    this.#happens('accepted');
    this.#keepAlive = setInterval(() => void this.#keep(turn), keepAliveMs);
    await this.#load(turn, this.#view).catch((error: unknown) => {
      console.error('load the player', error);
      this.#if(turn, () => this.#end('fatal'));
    });
  }

  /** Stops, and is ready for another play. */
  pause(): void {
    this.#end('pause');
  }

  /** Stops so that another channel has the network; it remembers when. */
  save(now: number): void {
    if (isLive(this.#shown.state)) {
      this.#end('reset');
      this.#change({ savedAt: now });
    }
  }

  /** What its picture is shown in. */
  video(): HTMLVideoElement | null {
    return this.#video;
  }

  /** As at the beginning: stopped, ready, muted. */
  reset(): void {
    this.#end('reset');
    this.#change({ muted: true, savedAt: undefined });
  }

  /** The element was paused or played by the browser. */
  browser(event: 'browser-paused' | 'browser-played'): void {
    this.#happens(event);
  }

  async #load(turn: number, { url, beginning }: View): Promise<void> {
    if (!this.#video) {
      return;
    }
    const player = await this.#parts.createPlayer(this.#video, url, {
      onLoaded: () => this.#if(turn, () => {
        this.#happens('loaded');
        void this.#listen(turn);
      }),
      onLoadFailed: () => this.#if(turn, () => this.#again(turn)),
      onFatal: (over) => this.#if(turn, () => this.#end('fatal', over)),
      onBytes: (bytes) => (this.bytes += bytes),
    }, beginning);
    if (turn !== this.#turn) {
      player.destroy();
      return;
    }
    this.#player = player;
    player.load();
  }

  /** Tries the playlist again after its delay; after the last one it gives up. */
  #again(turn: number): void {
    const { tries } = this.#shown;
    const delay = retryDelaysMs[tries];
    if (delay === undefined) {
      this.#end('gave-up');
      return;
    }
    this.#retry = setTimeout(() => {
      this.#if(turn, () => {
        this.#change({ tries: tries + 1 });
        this.#player?.load();
      });
    }, delay);
  }

  async #keep(turn: number): Promise<void> {
    try {
      if (this.#view) {
        const sound = await this.#parts.keep(this.#deviceId, this.#view.session);
        this.#if(turn, () => this.#change({ sound }));
      }
    } catch {
      this.#if(turn, () => this.#end('not-kept'));
    }
  }

  /** Asks what is to be heard, now that the device has come; if that fails, the next keeping tells. */
  async #listen(turn: number): Promise<void> {
    if (this.#view && this.#shown.sound === 'unknown') {
      const sound = await this.#parts.soundOf(this.#deviceId, this.#view.session).catch(() => undefined);
      if (sound) this.#if(turn, () => this.#change({ sound }));
    }
  }

  /** Leaves a live state: the player goes, and the device is let off. */
  #end(event: ChannelEvent, over?: Over): void {
    if (isLive(this.#shown.state)) {
      this.#letGo();
    }
    this.#change({ over });
    this.#happens(event);
  }

  #letGo(): void {
    this.#turn += 1;
    clearTimeout(this.#retry);
    clearInterval(this.#keepAlive);
    this.#player?.destroy();
    this.#player = undefined;
    if (this.#view) {
      void this.#parts.stop(this.#deviceId, this.#view.session).catch(() => undefined); // it ends by itself then
      this.#view = undefined;
    }
  }

  #if(turn: number, act: () => void): void {
    if (turn === this.#turn) {
      act();
    }
  }

  #happens(event: ChannelEvent): void {
    const state = next(this.#shown.state, event);
    this.#change({ state, ...(state === 'streaming' || event === 'play' ? { tries: 0 } : {}) });
  }

  #change(part: Partial<ChannelView>): void {
    this.#shown = { ...this.#shown, ...part };
    this.#listeners.forEach((listener) => listener());
  }
}
