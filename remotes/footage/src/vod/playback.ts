import { keepVod, soundOfVod, startVod, stopVod } from '../api/vod';
import { LiveChannel, type ChannelParts } from '../live/channel';
import { isLive } from '../live/channel-state';
import { createPlayer } from '../live/player';
import { clockText, daySeconds, readClock } from '../clip/rules';

/** After a stop the recording goes on this much earlier than it was left, in seconds. */
export const rewindSeconds = 3;

/** Where a playback goes on that began at `start` and was stopped after `elapsed`; seconds of the day, and seconds. */
export function afterStop(start: number, elapsed: number): number {
  return start + Math.max(0, Math.floor(elapsed) - rewindSeconds);
}

/** What a playback needs of the world; tests bring their own. */
export interface PlaybackParts {
  start: typeof startVod;
  keep: typeof keepVod;
  stop: typeof stopVod;
  soundOf: typeof soundOfVod;
  createPlayer: typeof createPlayer;
  onUnreachable: (error: unknown) => void;
}

/** The real parts. */
export const realPlayback: Omit<PlaybackParts, 'onUnreachable'> = { start: startVod, keep: keepVod, stop: stopVod, soundOf: soundOfVod, createPlayer };

/** What is shown of a playback. */
export interface PlaybackView {
  /** Where it began, or will begin: a second of the day. */
  start: number;
  isPlaying: boolean;
}

/** Recordings of one day of a device, all channels together. It plays from a second of the day; the device sends at real time, so a stop ends the streams. */
export class DayPlayback {
  readonly channels: LiveChannel[];
  readonly #date: string;
  readonly #listeners = new Set<() => void>();
  /** Views that the next start of a channel replaces. */
  readonly #replaced = new Map<number, string[]>();
  #isSeeking = false;
  #lengths = new Map<number, number>();
  #shown: PlaybackView;
  #chosen: readonly number[] = [];

  constructor(deviceId: string, date: string, start: number, ids: readonly number[], parts: PlaybackParts) {
    this.#date = date;
    this.#shown = { start, isPlaying: false };
    this.channels = ids.map((id) => {
      const channel: LiveChannel = new LiveChannel(deviceId, id, this.#partsOf(id, parts, () => channel.pause()));
      channel.subscribe(this.#watch);
      return channel;
    });
  }

  /** See {@link PlaybackView}; a new object after every change. */
  readonly shown = (): PlaybackView => this.#shown;

  /** Calls `listener` after every change until the returned function is called. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Where the picture is: a second of the day. */
  position(): number {
    return Math.min(daySeconds - 1, this.#shown.start + this.#elapsed());
  }

  /** Plays channels from where it stands. */
  play(chosen: readonly number[]): void {
    this.#chosen = chosen;
    this.channels.filter(({ id }) => chosen.includes(id)).forEach((channel) => void channel.play('sub'));
  }

  /** Plays other channels from now on. Those that join begin where the playback is, and all with them, so that they stay together. */
  choose(chosen: readonly number[]): void {
    const joins = chosen.some((id) => !this.#chosen.includes(id));
    this.#chosen = chosen;
    if (chosen.length === 0) {
      this.stop();
      return;
    }
    this.channels.filter(({ id }) => !chosen.includes(id)).forEach((channel) => channel.reset());
    if (this.#shown.isPlaying && joins) {
      this.seek(Math.round(this.position()));
    }
  }

  /** Stops; it will go on 3 s before where it was. */
  stop(): void {
    const start = afterStop(this.#shown.start, this.#elapsed());
    this.channels.forEach((channel) => channel.pause());
    this.channels.forEach((channel) => channel.reset());
    this.#change({ start: Math.min(daySeconds - 1, start) });
  }

  /** Goes to a second of the day, and plays on there if it plays. */
  seek(second: number): void {
    const wasPlaying = this.#shown.isPlaying;
    this.#isSeeking = true;
    this.channels.forEach((channel) => channel.reset());
    this.#isSeeking = false;
    this.#lengths.clear();
    this.#change({ start: second });
    if (wasPlaying) {
      this.play(this.#chosen);
    }
  }

  /** Reports whether the recording has been played to its end. */
  isOver(): boolean {
    const lengths = this.#chosen.map((id) => this.#lengths.get(id) ?? 0);
    return lengths.length > 0 && lengths.every((seconds) => seconds > 0) && this.#elapsed() >= Math.max(...lengths);
  }

  #elapsed(): number {
    return Math.max(0, ...this.channels.map((channel) => channel.elapsed()));
  }

  #partsOf(id: number, parts: PlaybackParts, end: () => void): ChannelParts {
    return {
      createPlayer: parts.createPlayer,
      onUnreachable: parts.onUnreachable,
      soundOf: parts.soundOf,
      start: async (deviceId, channel) => {
        const replaced = this.#replaced.get(id) ?? [];
        this.#replaced.delete(id);
        const view = await parts.start(deviceId, channel, `${this.#date}T${clockText(this.#shown.start)}`, replaced);
        this.#lengths.set(id, view.seconds);
        this.#begins(view.startTime);
        return { session: view.session, url: view.url, sound: view.sound ?? 'unknown', ...(view.watermark ? { watermark: view.watermark } : {}) };
      },
      keep: async (deviceId, session) => {
        const { isOver, sound } = await parts.keep(deviceId, session);
        if (isOver) end();
        return sound;
      },
      stop: async (deviceId, session) => {
        if (this.#isSeeking) {
          this.#replaced.set(id, [...(this.#replaced.get(id) ?? []), session]);
        } else {
          await parts.stop(deviceId, session);
        }
      },
    };
  }

  /** A gap is skipped: the device begins later than it was asked to. */
  #begins(startTime: string): void {
    const [date, clock = ''] = startTime.split('T');
    const second = date === this.#date ? readClock(clock.slice(0, 8)) : undefined;
    if (second !== undefined && second > this.#shown.start && this.#elapsed() === 0) {
      this.#change({ start: second });
    }
  }

  readonly #watch = (): void => {
    const isPlaying = this.channels.some((channel) => isLive(channel.shown().state));
    if (isPlaying !== this.#shown.isPlaying && !this.#isSeeking) {
      this.#change({ isPlaying });
    }
  };

  #change(part: Partial<PlaybackView>): void {
    this.#shown = { ...this.#shown, ...part };
    this.#listeners.forEach((listener) => listener());
  }
}
