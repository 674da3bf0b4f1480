import { addDays, addMessages, hasPermission, instantOf, localDay, translate, type TrackLaneSource } from '@outrider/sdk';

import { getRecordings } from './api/recordings';
import { loadMessages } from './messages';

/** Of longer ranges a device is not asked: it answers a day at a time. */
const mostDays = 3;

/** When a vehicle's recorder has footage, under the chart of its track. */
export const trackLanes: TrackLaneSource = async ({ deviceId }) => {
  await addMessages('footage', loadMessages);
  if (deviceId === undefined || !hasPermission('listDeviceFiles')) {
    return [];
  }
  return [
    {
      id: 'footage',
      label: translate('footage:timeline.title'),
      load: async ({ fromMs, toMs, zone }, signal) => {
        const days: string[] = [];
        for (let day = localDay(fromMs, zone); day <= localDay(toMs - 1, zone); day = addDays(day, 1)) days.push(day);
        if (days.length > mostDays) {
          throw new Error(translate('footage:lane.tooLong', { count: mostDays }));
        }
        const found = await Promise.all(days.map((day) => ofDay(deviceId, day, zone, signal)));
        return joined(found.flat().filter((one) => one.toMs > fromMs && one.fromMs < toMs));
      },
    },
  ];
};

async function ofDay(deviceId: string, day: string, zone: string, signal: AbortSignal): Promise<{ fromMs: number; toMs: number }[]> {
  const { intervals, zone: said } = await getRecordings(deviceId, day, signal).catch((cause: unknown) => {
    throw new Error(translate('footage:request.notReached'), { cause });
  });
  const at = (second: number) => instantOf(`${second >= 86_400 ? addDays(day, 1) : day}T${clockOf(second % 86_400)}`, said || zone);
  return intervals.map(({ start, end }) => ({ fromMs: at(start), toMs: at(end) }));
}

function clockOf(second: number): string {
  return new Date(Math.round(second) * 1000).toISOString().slice(11, 19);
}

/** Stretches of several channels as one. */
function joined(list: { fromMs: number; toMs: number }[]): { fromMs: number; toMs: number }[] {
  const all: { fromMs: number; toMs: number }[] = [];
  for (const one of [...list].sort((a, b) => a.fromMs - b.fromMs)) {
    const last = all.at(-1);
    if (last && one.fromMs <= last.toMs) last.toMs = Math.max(last.toMs, one.toMs);
    else all.push({ ...one });
  }
  return all;
}
