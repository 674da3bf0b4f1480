import { get, usePermission } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';

import type { Alert } from '../api/alert';
import { evidenceKey } from './queries';

const infoSchema = z.object({
  components: z.array(z.object({ channels: z.array(z.object({ id: z.number(), name: z.string().catch('') })).nullish().catch(undefined) })).catch([]),
});

/** How the cameras of an alert's device are called: `CH1 · Road`. Whoever may not know, or a failure, leaves `CH1`. The same function until the device says something else. */
export function useCameras({ device_id, kind }: Alert): (channel: number) => string {
  const mayRead = usePermission('viewDeviceInfo');
  const { data } = useQuery({
    queryKey: [...evidenceKey, 'device', device_id],
    queryFn: ({ signal }) => get(`/org/{orgId}/devices/id/${encodeURIComponent(device_id)}/info`, infoSchema, { signal }),
    enabled: mayRead && kind === 'driving' && device_id !== '',
    staleTime: 60_000,
    retry: false,
  });
  return useCallback(
    (channel: number) => {
      const name = data?.components.flatMap(({ channels }) => channels ?? []).find(({ id }) => id === channel)?.name ?? '';
      return name === '' || /^CH\d$/.test(name) ? `CH${channel}` : `CH${channel} · ${name}`;
    },
    [data],
  );
}
