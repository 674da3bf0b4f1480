/** Limits of the connection, in milliseconds where they are times. */
export const pushLimits = {
  handshakeMs: 10_000,
  attempts: 30,
  restartCheckMs: 30_000,
  pollMs: 30_000,
  firstDelayMs: 500,
  longestDelayMs: 10_000,
  /** How often a silent connection is asked whether it still lives, and how long it may take to answer. */
  pingEveryMs: 15_000,
  pongMs: 10_000,
} as const;

/** Codes by which the server says why it closed. */
export const closeCodes = { tokenOver: 4401, notAllowed: 4403 } as const;

/** `live` gets updates as they happen, `reconnecting` lost them for a moment, `polling` asks every 30 s. */
export type PushState = 'connecting' | 'live' | 'reconnecting' | 'polling';

/** What the client waits for. */
export type TimerName = 'handshake' | 'retry' | 'silence';

/** The parts of the browser that the client needs; tests bring their own. */
export interface PushParts {
  connect: (token: string) => WebSocket;
  token: () => string | undefined;
  /** Gets a newer token than `used`. */
  renew: (used: string | undefined) => Promise<void>;
  random: () => number;
  log: (sentence: string) => void;
}
