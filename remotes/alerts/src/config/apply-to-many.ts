import type { VehicleBulkActionProps } from '@outrider/sdk';

import { changeConfig, chooseUpload, saveRecipients, type ChosenConfig, type Listed } from './api';

/** How many calls are under way at once. */
const atOnce = 6;
/** How many devices or vehicles one call takes. */
const chunk = 1000;

/** What is changed on several vehicles; what is missing stays. */
export interface ManyChanges {
  /** Whether everything, or nothing, is uploaded, by attribute. */
  upload: Partial<Record<ChosenConfig['attribute'], boolean>>;
  /** Whether a kind of alert is raised. */
  enabled: Record<string, boolean>;
  /** Recipients. */
  lists: Listed[];
  /** What becomes of the recipients that are there. */
  how: 'replace' | 'add';
}

/** Makes the changes; returns how many vehicles could not be changed. */
export async function applyToMany(vehicles: VehicleBulkActionProps['vehicles'], changes: ManyChanges): Promise<number> {
  const failed = new Set<string>();
  const guard = (ids: readonly string[]) => (error: unknown) => {
    console.error('alert configuration of many vehicles', error);
    ids.forEach((id) => failed.add(id));
  };
  const configs = Object.entries(changes.upload).map(([attribute, on]): ChosenConfig => ({
    attribute: attribute as ChosenConfig['attribute'], pin: [], snaps: on, video: on, tracking: on, imu: on, video_channels: ['*'],
  }));
  const alerts = Object.entries(changes.enabled).map(([alert_type, enabled]) => ({ alert_type, pin: 0, enabled }));
  const fitted = vehicles.flatMap(({ id, deviceIds }) => deviceIds.map((deviceId) => ({ id, deviceId })));
  const tasks: (() => Promise<unknown>)[] = [];
  if (configs.length > 0) {
    for (const some of chunksOf(fitted)) {
      tasks.push(() => chooseUpload(some.map(({ deviceId }) => deviceId), configs).catch(guard(some.map(({ id }) => id))));
    }
  }
  if (alerts.length > 0) {
    tasks.push(...vehicles.map(({ id }) => () => changeConfig(id, alerts).catch(guard([id]))));
  }
  if (changes.lists.length > 0) {
    for (const some of chunksOf(vehicles)) {
      tasks.push(() => saveRecipients(some.map(({ id }) => ({ vehicle_id: id, alert_email_list: changes.lists })), changes.how).catch(guard(some.map(({ id }) => id))));
    }
  }
  let next = 0;
  const work = async () => {
    for (let task = tasks[next++]; task; task = tasks[next++]) await task();
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, tasks.length) }, work));
  return failed.size;
}

function chunksOf<T>(list: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / chunk) }, (_, i) => list.slice(i * chunk, (i + 1) * chunk));
}
