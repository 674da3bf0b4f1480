import { get, hasPermission } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';

const flag = z.union([z.boolean(), z.string()]).transform((value) => value === true || value === 'true');

const infoSchema = z.object({
  model: z.string().catch(''),
  firmwareVersion: z.string().catch(''),
  components: z
    .array(z.object({ dmsChannel: z.number().nullish(), channels: z.array(z.object({ id: z.number(), name: z.string().catch(''), enabled: flag.catch(true) })).nullish() }))
    .catch([]),
});

/** A camera of a device. */
export interface Channel {
  /** 1 to 8. */
  id: number;
  /** What it looks at, `Road`; empty if nobody has said. */
  name: string;
}

/** What the panel knows of a device. */
export interface Cameras {
  channels: Channel[];
  model: string;
  firmware: string;
  /** The camera that looks at the driver, as far as the device says. */
  dmsChannel?: number;
}

/** How many channels a device shows at most. */
const mostChannels = 8;
/** What a device has of which nothing is known. */
const usual: Cameras = { channels: [1, 2, 3, 4].map((id) => ({ id, name: '' })), model: '', firmware: '' };

/** The cameras of a device that are switched on; the usual four where the user may not see what it says of itself. */
export async function getCameras(deviceId: string, signal: AbortSignal): Promise<Cameras> {
  if (!hasPermission('viewDeviceInfo')) {
    return usual;
  }
  const { components, model, firmwareVersion } = await get(`/org/{orgId}/devices/id/${encodeURIComponent(deviceId)}/info`, infoSchema, { signal });
  const known = components.flatMap(({ channels }) => channels ?? []);
  const channels = known.filter(({ enabled }) => enabled).map(({ id, name }) => ({ id, name: /^CH\d$/.test(name) ? '' : name }));
  const dmsChannel = components.map((one) => one.dmsChannel).find((id) => typeof id === 'number' && id > 0);
  return { channels: known.length === 0 ? usual.channels : channels.slice(0, mostChannels), model, firmware: firmwareVersion, ...(dmsChannel ? { dmsChannel } : {}) };
}
