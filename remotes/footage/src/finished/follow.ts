import { post, push } from '@outrider/sdk';

import { keepStarted } from './kept';

/** A fileset was asked for: it is remembered, and its progress subscribed to. */
export function followStarted(id: string): void {
  keepStarted(id);
  const connectionId = push.connectionId();
  if (connectionId !== undefined) {
    const body = { connectionId, subscriptionType: 'filesetRequest', context: 'filesetRequest', values: [id] };
    post('/files/subscriptions', body).catch(() => undefined); // it is read again every so often
  }
}
