import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import type { Alert } from '../api/alert';
import { prefetchEvidence } from '../evidence/queries';

/** How long the user stays with an alert before that of the next one is fetched, in milliseconds: who runs through the list fetches nothing. */
const restMs = 600;

/** Fetches the evidence of the next alert ahead; true once it is here. An alert without evidence is ready at once. */
export function useNextEvidence(next: Alert | undefined): boolean {
  const client = useQueryClient();
  const [ready, setReady] = useState<string>();
  const id = next?.alert_id;
  const filesetId = next?.fileset_request_id;
  useEffect(() => {
    if (!next) {
      return undefined;
    }
    const controller = new AbortController();
    const timer = setTimeout(() => {
      prefetchEvidence(client, next, controller.signal).then(
        () => controller.signal.aborted || setReady(next.alert_id),
        () => {}, // the alert itself will say what is wrong
      );
    }, restMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a pushed copy of the same alert fetches nothing anew
  }, [client, id, filesetId]);
  return id !== undefined && ready === id;
}
