import { session } from '@outrider/sdk';

import type { Piece } from '../api/streams';
import { loaderOf } from './beginning';

/** What the player tells while it plays. */
export interface PlayerEvents {
  /** The playlist is there. */
  onLoaded: () => void;
  /** The playlist could not be fetched. */
  onLoadFailed: () => void;
  /** Nothing more comes: access was taken away, the stream is over, or it cannot be decoded. The server may have said why. */
  onFatal: (over?: Over) => void;
  /** So many bytes came. */
  onBytes: (bytes: number) => void;
}

/** Why a stream is over. */
export interface Over {
  reason: string;
  /** What the device sends instead of what can be shown, with the reasons `codec` and `unplayable`. */
  codecs?: string | undefined;
}

/** The reason of a stream that this browser cannot play, though others can. */
export const unplayable = 'unplayable';
/** The reason of a stream that goes on with another head: it is played from its playlist on. */
const anew = 'anew';
/** How often a stream may begin anew while it is played. */
const mostAnew = 50;
/** How long it waits before it begins anew once more, in milliseconds. */
const anewMs = 250;

/** One playing of one stream. */
export interface Player {
  /** Fetches the playlist again. */
  load: () => void;
  /** Seconds behind the camera. */
  latency: () => number;
  /** Seconds of the stream that come before the picture on screen. */
  elapsed: () => number;
  /** When the picture on screen was taken. */
  shownAt: () => Date | undefined;
  destroy: () => void;
}

/** Seconds of video that are fetched ahead. */
const bufferSeconds = 30;
/** Seconds of video that are kept behind. */
const keptSeconds = 10;

/**
 * How near to its end a segment counts as fetched, in seconds. It has to be less than a part, or the last one of a segment is left out when it comes
 * together with the first of the next, as it does where lists come late.
 */
const endTolerance = 0.02;

const goneStatus = 410;

/** What the server says of a stream that is over; nothing if it says something else. */
export function overOf(request: unknown): Over | undefined {
  if (!(request instanceof XMLHttpRequest)) {
    return undefined;
  }
  const raw: unknown = request.response;
  const text = typeof raw === 'string' ? raw : raw ? new TextDecoder().decode(new Uint8Array(raw as ArrayBuffer)) : '';
  try {
    const { reason, codecs } = JSON.parse(text) as { reason?: unknown; codecs?: unknown };
    return { reason: typeof reason === 'string' ? reason : 'ended', codecs: typeof codecs === 'string' ? codecs : undefined };
  } catch {
    return { reason: 'ended' };
  }
}

/** What people call a coding, `hvc1.1.6.L93.B0`. */
export function codingName(codec: string): string {
  return /^h(vc|ev)1/.test(codec) ? 'H.265' : codec;
}

/** Plays a stream in an element, from its beginning if the server told it. The player is loaded with the first one. */
export async function createPlayer(video: HTMLVideoElement, url: string, events: PlayerEvents, beginning: readonly Piece[] = []): Promise<Player> {
  const { default: Hls } = await import('hls.js');
  const hls = new Hls({
    loader: loaderOf(Hls, url, beginning),
    lowLatencyMode: true,
    enableWorker: false, // the pieces are MP4 already: nothing is to be repacked
    maxBufferLength: bufferSeconds,
    backBufferLength: keptSeconds,
    maxFragLookUpTolerance: endTolerance,
    xhrSetup: (request) => request.setRequestHeader('Authorization', `Bearer ${session.token() ?? ''}`),
    // How often and when a playlist is tried again is the channel's affair.
    manifestLoadPolicy: { default: { maxTimeToFirstByteMs: 10_000, maxLoadTimeMs: 20_000, timeoutRetry: null, errorRetry: null } },
  });
  let hasPlaylist = false;
  let hasRecovered = false;
  let begunMs: number | undefined;
  let begins = 0;
  /** It is to be played as soon as there is a playlist; what begins anew loses what it played in, and stands still. */
  let isBeginning = true;
  let anewTimer: ReturnType<typeof setTimeout> | undefined;
  let coding = '';
  hls.on(Hls.Events.MANIFEST_LOADED, (_, { levels }) => {
    coding = levels[0]?.videoCodec ?? '';
  });
  hls.on(Hls.Events.LEVEL_LOADED, (_, { details }) => {
    // A playlist may begin with gaps that stand for what never was.
    begunMs ??= (details.fragments.find(({ gap }) => !gap) ?? details.fragmentHint)?.programDateTime ?? undefined;
    if (!hasPlaylist) {
      hasPlaylist = true;
      events.onLoaded();
    }
    if (isBeginning) {
      isBeginning = false;
      void video.play().catch(() => undefined); // the browser may want a click first
    }
  });
  hls.on(Hls.Events.FRAG_LOADED, (_, { frag, part }) => events.onBytes((part ?? frag).stats.loaded));
  hls.on(Hls.Events.ERROR, (_, { fatal, type, details, response, networkDetails }) => {
    const over = response?.code === goneStatus ? overOf(networkDetails) : undefined;
    if (over?.reason === anew && begins < mostAnew) {
      begins += 1;
      isBeginning = true;
      clearTimeout(anewTimer);
      anewTimer = setTimeout(() => hls.loadSource(url), begins === 1 ? 0 : anewMs);
      return;
    }
    if (details === Hls.ErrorDetails.MANIFEST_INCOMPATIBLE_CODECS_ERROR) {
      events.onFatal({ reason: unplayable, codecs: codingName(coding) });
      return;
    }
    if (over) {
      events.onFatal(over); // at once: trying again finds nothing
      return;
    }
    if (!fatal) {
      return;
    }
    if (!hasPlaylist) {
      events.onLoadFailed();
    } else if (type === Hls.ErrorTypes.MEDIA_ERROR && !hasRecovered) {
      hasRecovered = true;
      hls.recoverMediaError();
    } else {
      events.onFatal();
    }
  });
  hls.attachMedia(video);
  return {
    load: () => hls.loadSource(url),
    latency: () => hls.latency,
    elapsed: () => (hls.playingDate && begunMs !== undefined ? Math.max(0, (hls.playingDate.getTime() - begunMs) / 1000) : 0),
    shownAt: () => hls.playingDate ?? undefined,
    destroy: () => {
      clearTimeout(anewTimer);
      hls.destroy();
    },
  };
}
