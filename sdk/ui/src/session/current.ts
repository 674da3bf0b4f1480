import { chosenGroup } from './chosen-group';
import { hasSession, markedOrg } from './cross-browsing';
import { shellInfo } from './shell-store';
import { TokenKeeper } from './token-keeper';
import { markedView } from './view-as';

/** Messages between the tabs of one browser. */
export const tabChannel = 'outrider-session';

/** The token of this tab. The shell starts it; everybody else only reads. */
export const tokens = new TokenKeeper({
  fetch: (...args) => fetch(...args),
  locks: navigator.locks ?? { request: (_name: string, run: () => unknown) => run() },
  channel: new BroadcastChannel(tabChannel),
  storage: localStorage,
  now: Date.now,
  mark: markedOrg(),
  view: markedView(),
  hasSession,
});

/** Credentials of every API call of this tab. */
export const session = {
  token: () => tokens.token(),
  orgId: () => shellInfo()?.session.Org.id,
  renew: (used: string | undefined) => tokens.renew(used),
  groupId: () => chosenGroup()?.id,
};
