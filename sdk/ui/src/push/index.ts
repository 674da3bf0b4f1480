import { useEffect, useRef, useSyncExternalStore } from 'react';

import { session, tokens } from '../session';
import { PushClient } from './push-client';
import type { PushState } from './push-parts';
import type { Subscription } from './subscriptions';

export { PushClient } from './push-client';
export { pushLimits, type PushParts, type PushState } from './push-parts';
export type { Subscription } from './subscriptions';
export type { PushMessage } from './push-message';

/** The push connection of this tab. The shell starts it. */
export const push = new PushClient({
  connect: (token) => new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/ws`, ['outrider.v1', `bearer.${token}`]),
  token: () => session.token(),
  renew: (used) => session.renew(used),
  random: Math.random,
  log: (sentence) => console.info(sentence),
});

tokens.onToken((token) => push.renewToken(token));

/** How the connection is, for the dot in the top bar and for a screen's own notice. */
export function usePushState(): PushState {
  return useSyncExternalStore(push.onState, push.state);
}

/**
 * Subscribes while the component is shown; `undefined` subscribes to nothing. Handlers may change from render to render.
 */
export function usePush(subscription: Subscription | undefined): void {
  const latest = useRef(subscription);
  useEffect(() => {
    latest.current = subscription;
  });
  const { topic, context, values } = subscription ?? {};
  const key = JSON.stringify(values ?? []);
  useEffect(() => {
    if (topic === undefined) {
      return undefined;
    }
    return push.subscribe({
      topic,
      ...(context === undefined ? {} : { context }),
      values: JSON.parse(key) as string[],
      onValues: (received, message) => latest.current?.onValues(received, message),
      onResync: () => latest.current?.onResync?.(),
      onRefused: (kind) => latest.current?.onRefused?.(kind),
    });
  }, [topic, context, key]);
}
