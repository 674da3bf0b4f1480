/** A token, the organisation that it acts in, and the mark of the tabs that may use it: an organisation, or a view of the portal as somebody else; an unmarked tab has none. */
export interface Granted {
  token: string;
  orgId?: string | undefined;
  mark?: string | undefined;
}

/** What the tabs of one browser tell each other. */
export type TabMessage = ({ type: 'token' } & Granted) | { type: 'signing_out' } | { type: 'stays' } | { type: 'signed_out' } | { type: 'signed_in' };

/** The browser's parts that the keeper needs; tests bring their own. */
export interface TabParts {
  fetch: typeof fetch;
  locks: Pick<LockManager, 'request'>;
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'close'>;
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  now: () => number;
  /** The organisation that this tab is marked to act in, if it is not the session's own. */
  mark?: string | undefined;
  /** The view of the portal as somebody else that this tab shows. */
  view?: string | undefined;
  /** Whether there is a session to go on with, as far as the page can tell. */
  hasSession?: () => boolean;
}

/** Why there is no session: `never` had one, it `failed` to go on, or the user `left`. */
export type SignedOutReason = 'never' | 'failed' | 'left';
