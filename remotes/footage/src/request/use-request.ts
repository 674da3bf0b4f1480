import { addDays, ApiError, confirm, toast, useText, type ActionVehicle, type PanelMoment, type TextKey } from '@outrider/sdk';
import { useEffect, useState } from 'react';

import type { Cameras } from '../api/channels';
import { requestFiles, type FileWish } from '../api/recordings';
import { followStarted } from '../finished/follow';
import { clip, clockText, cutAtMidnight, daySeconds, defaultChannel, defaultName, isRecorded, lead, wallClock } from '../clip/rules';
import { useDay, useRecordings } from './use-day';
import { useVideoRate } from './use-video-rate';

/** What a request is opened with. */
export interface RequestOptions {
  vehicle: ActionVehicle;
  deviceId: string;
  cameras: Cameras;
  at: PanelMoment | undefined;
  /** The zone of the vehicle's clock: the organisation's, until `onZone` hears another one. */
  zone: string;
  onZone: (zone: string) => void;
  close: () => void;
}

/** How long before now a request begins that was opened for no moment, in seconds. */
const before = 60;

/** All that a request holds: what is asked for, and what is known of its day. What was not touched follows the moment and the vehicle's clock. */
export function useRequest({ vehicle, deviceId, cameras, at, zone, onZone, close }: RequestOptions) {
  const t = useText('footage');
  const [opened] = useState(() => (at ? at.timeMs - lead.dialog * 1000 : Date.now() - before * 1000));
  const [picked, setPicked] = useState<{ date?: string; start?: number; name?: string }>({});
  const [chosen, setChosen] = useState<readonly number[]>(() => [firstChannel(cameras, at)]);
  const [wanted, setWanted] = useState<number>(clip.usual);
  const [also, setAlso] = useState({ gps: false, imu: false, rest: true });
  const [isBusy, setBusy] = useState(false);
  const moment = wallClock(new Date(opened), zone);
  const date = picked.date ?? moment.date;
  const start = picked.start ?? moment.second;
  const { zoneSaid, ...day } = useDay(vehicle.id, deviceId, date, zone);
  useEffect(() => {
    if (zoneSaid !== undefined) onZone(zoneSaid);
  }, [zoneSaid, onZone]);
  const { seconds, rest } = cutAtMidnight(start, wanted);
  const tomorrow = addDays(date, 1);
  const name = picked.name ?? defaultName(vehicle.name, date, start);
  const restThere = tomorrow <= day.today ? rest : 0;
  const restAsked = also.rest ? restThere : 0;
  const afterMidnight = useRecordings(deviceId, tomorrow, restAsked > 0);
  const wishes = [...wishesOf(date, start, seconds, chosen, also), ...(restAsked > 0 ? wishesOf(tomorrow, 0, restAsked, chosen, also) : [])];
  const rate = useVideoRate(deviceId);
  const problem: TextKey<'footage'> | undefined = chosen.length === 0 ? 'request.oneChannel' : day.now !== undefined && start > day.now ? 'request.future' : name.trim() === '' ? 'request.noName' : undefined;

  const send = async () => {
    const isThere = chosen.every(
      (channel) => isRecorded(day.intervals, channel, start, seconds) && (restAsked === 0 || isRecorded(afterMidnight.data?.intervals ?? [], channel, 0, restAsked)),
    );
    if (!isThere && !(await confirm({ title: t('request.mayNotBe'), text: t('request.mayNotBeText'), confirm: t('request.submit') }))) {
      return;
    }
    setBusy(true);
    try {
      const id = await requestFiles(vehicle.id, deviceId, name.trim(), wishes);
      if (id === '') {
        toast(t('request.problem'), 'error');
        return;
      }
      followStarted(id);
      toast(t('request.uploading'));
      close();
    } catch (error) {
      toast(error instanceof ApiError && error.kind === 'conflict' ? error.message : t('request.unable'), 'error');
    } finally {
      setBusy(false);
    }
  };

  return {
    date, start, seconds, wanted, rest: restThere, name, chosen, also, day, eventDay: moment.date, problem, isBusy,
    of: { vehicleId: vehicle.id, date, zone },
    /** About as much as the videos will be. */
    bytes: rate * chosen.length * (seconds + restAsked),
    setDate: (next: string) => setPicked((old) => ({ ...old, date: next })),
    setStart: (next: number) => setPicked((old) => ({ ...old, start: Math.min(daySeconds - 1, Math.max(0, next)) })),
    setName: (next: string) => setPicked((old) => ({ ...old, name: next })),
    setSeconds: setWanted,
    setAlso: (part: Partial<typeof also>) => setAlso((old) => ({ ...old, ...part })),
    toggle: (id: number) => setChosen((old) => (old.includes(id) ? old.filter((one) => one !== id) : [...old, id].sort((a, b) => a - b))),
    send,
  };
}

/** See {@link useRequest}. */
export type FootageRequest = ReturnType<typeof useRequest>;

function firstChannel(cameras: Cameras, at: PanelMoment | undefined): number {
  const usual = defaultChannel(at?.alertType, cameras);
  return cameras.channels.some(({ id }) => id === usual) ? usual : (cameras.channels[0]?.id ?? usual);
}

function wishesOf(date: string, start: number, seconds: number, channels: readonly number[], { gps, imu }: { gps: boolean; imu: boolean }): FileWish[] {
  const common = { startTime: `${date}T${clockText(start)}`, seconds };
  return [
    ...channels.map((channel) => ({ ...common, type: 'video' as const, channel })),
    ...(gps ? [{ ...common, type: 'tracking' as const, channel: 0 }] : []),
    ...(imu ? [{ ...common, type: 'accelerometer' as const, channel: 0 }] : []),
  ];
}
