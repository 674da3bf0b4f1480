import { get, usePermission } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';

import type { Alert } from '../api/alert';
import { evidenceKey } from './queries';

const flag = z.object({ enabled: z.union([z.boolean(), z.string()]).transform((value) => value === true || value === 'true') }).nullish().catch(undefined);
const settingSchema = z.object({
  data: z.object({ imu: flag, tracking: flag }).nullish().catch(undefined),
  media: z.object({ snaps: flag, video: flag }).nullish().catch(undefined),
});
const channelSchema = z.object({ id: z.number(), name: z.string().catch('') });
const infoSchema = z.object({
  configs: z.record(z.string(), settingSchema.catch({})).nullish().catch(undefined),
  components: z.array(z.object({ channels: z.array(channelSchema).nullish().catch(undefined) })).catch([]),
});

/** What a device uploads by itself: by `imu`, `io|*` and `io|1` to `io|8`. */
export type UploadSettings = Record<string, z.infer<typeof settingSchema>>;

/** What is known of an alert's device: what it uploads by itself (undefined where nobody can say), and how its cameras are called. */
export interface AlertDevice {
  settings: UploadSettings | undefined;
  /** `CH1 · Road`. The same function until the device says something else. */
  cameraOf: (channel: number) => string;
}

/** Reads what an alert's device says of itself; whoever may not, or a failure, leaves it unknown. */
export function useAlertDevice({ device_id, kind }: Alert): AlertDevice {
  const mayRead = usePermission('viewDeviceInfo');
  const { data } = useQuery({
    queryKey: [...evidenceKey, 'device', device_id],
    queryFn: ({ signal }) => get(`/org/{orgId}/devices/id/${encodeURIComponent(device_id)}/info`, infoSchema, { signal }),
    enabled: mayRead && kind === 'driving' && device_id !== '',
    staleTime: 60_000,
    retry: false,
  });
  const cameraOf = useCallback(
    (channel: number) => {
      const name = data?.components.flatMap(({ channels }) => channels ?? []).find(({ id }) => id === channel)?.name ?? '';
      return name === '' || /^CH\d$/.test(name) ? `CH${channel}` : `CH${channel} · ${name}`;
    },
    [data],
  );
  const configs = data?.configs;
  return { settings: configs && Object.keys(configs).length > 0 ? configs : undefined, cameraOf };
}

/** Reports whether something is uploaded for alerts like this one. */
export function isUploading(settings: UploadSettings, { alert_type, pin }: Alert): boolean {
  const setting = alert_type === 'ioalert' ? (settings[`io|${pin}`] ?? settings['io|*']) : settings['imu'];
  const { data, media } = setting ?? {};
  return [data?.imu, data?.tracking, media?.snaps, media?.video].some((one) => one?.enabled);
}
