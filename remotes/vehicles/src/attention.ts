import { addMessages, attentionSource, currentFormat, hasPermission, placeName, translate, type AttentionGroup } from '@outrider/sdk';

import { listFaults, type FaultRow } from './api/faults';
import { getPresences, type PresenceRecord } from './api/get-presences';
import { faultIcon } from './faults/fault-kinds';
import { loadMessages } from './messages';

const t = (key: string, values?: Record<string, unknown>) => translate(`vehicles:${key}`, values);
/** How many of each are listed. */
const most = 25;
const everyMs = 60_000;
/** A vehicle that was seen within this long is only parked somewhere without reception, in milliseconds. */
const silentMs = 24 * 3600_000;

/** Hardware that does not work, and vehicles that have been silent for more than a day. */
export const attention = attentionSource({
  everyMs,
  read: async (_days, signal) => {
    await addMessages('vehicles', loadMessages);
    return Promise.all([faulty(signal), ...(hasPermission('getVehiclePresence') ? [silent(signal)] : [])]);
  },
});

async function faulty(signal: AbortSignal): Promise<AttentionGroup> {
  const { rows, total } = await listFaults({ page: 1, size: most, sort: [{ field: 'reported_at', falls: true }], q: '', filters: [] }, signal);
  return { id: 'faults', label: t('attention.faults'), order: 20, total, path: '/hardware-faults', items: rows.map(faultItem) };
}

function faultItem({ key, type, text, context: { channel }, vehicleId, vehicleName, group, reported_at }: FaultRow) {
  return {
    id: key, icon: faultIcon(type), tone: 'warning' as const, title: [t(`fault.${type}`), text].filter(Boolean).join(': '),
    text: [vehicleName, channel === undefined ? group : t('faults.channel', { channel })].filter(Boolean).join(' · '), atMs: reported_at ? Date.parse(reported_at) : Date.now(),
    path: `/vehicles?vehicle_id=${encodeURIComponent(vehicleId)}`, action: { label: t('attention.open') },
  };
}

async function silent(signal: AbortSignal): Promise<AttentionGroup> {
  const now = Date.now();
  const found = (await getPresences(signal))
    .filter(({ is_defaultdevice, status, last_seen }) => is_defaultdevice && status === 'OFFLINE' && last_seen !== undefined && now - last_seen > silentMs)
    .sort((a, b) => (b.last_seen ?? 0) - (a.last_seen ?? 0));
  return { id: 'offline', label: t('attention.offline'), order: 40, total: found.length, path: '/fleet-status?status=offline_week,offline_long', items: found.slice(0, most).map((one) => silentItem(one, now)) };
}

function silentItem({ vehicle_id, device_id, name, place, last_seen: lastSeen = 0 }: PresenceRecord, now: number) {
  return {
    id: device_id, icon: 'offline' as const, tone: 'plain' as const, title: t('attention.offlineFor', { days: currentFormat().number(Math.floor((now - lastSeen) / silentMs)), count: Math.floor((now - lastSeen) / silentMs) }),
    text: [name, placeName(place)].filter(Boolean).join(' · '), atMs: lastSeen, path: `/map-view?vehicle_id=${encodeURIComponent(vehicle_id)}`, action: { label: t('attention.open') },
  };
}
