import { confirm, toast, useText, type ActionVehicle } from '@outrider/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';

import type { Channel } from '../api/channels';
import { getIntervals, requestClips } from '../api/filesets';
import { clip, clockText, daySeconds, defaultName, durationText, isRecorded, readClock, readDuration, wallClock } from './rules';
import { Timeline } from './timeline';

interface RequestFormProps {
  vehicle: ActionVehicle;
  deviceId: string;
  channels: readonly Channel[];
  zone: string;
  close: () => void;
}

/** How long before now a request begins unless something else is said, in seconds. */
const before = 60;

/** The fields of a request, and what is recorded. */
export function RequestForm({ vehicle, deviceId, channels, zone, close }: RequestFormProps) {
  const t = useText('footage');
  const [today] = useState(() => wallClock(new Date(), zone));
  const [date, setDate] = useState(today.date);
  const [chosen, setChosen] = useState<readonly number[]>(() => channels.slice(0, 1).map(({ id }) => id));
  const [start, setStart] = useState(Math.max(0, today.second - before));
  const [wanted, setWanted] = useState<number>(clip.usual);
  const [typed, setTyped] = useState<string>();
  const [name, setName] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const recordings = useQuery({ queryKey: ['recordings', deviceId, date], queryFn: ({ signal }) => getIntervals(deviceId, date, signal), retry: false });
  const intervals = recordings.data ?? [];
  const seconds = Math.min(wanted, daySeconds - start);
  const shownName = name ?? defaultName(vehicle.name, date, start);
  const toggle = (id: number) => setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id].sort());

  const send = async (event: FormEvent) => {
    event.preventDefault();
    const isThere = chosen.every((channel) => isRecorded(intervals, channel, start, seconds));
    if (!isThere && !(await confirm({ title: t('request.mayNotBe'), text: t('request.mayNotBeText'), confirm: t('request.submit') }))) {
      return;
    }
    setBusy(true);
    try {
      const id = await requestClips(vehicle.id, deviceId, shownName, chosen.map((channel) => ({ channel, startTime: `${date}T${clockText(start)}`, seconds })));
      toast(t(id === '' ? 'request.problem' : 'request.uploading'), id === '' ? 'error' : 'plain');
      if (id !== '') close();
    } catch {
      toast(t('request.unable'), 'error');
    } finally {
      setBusy(false);
    }
  };

  return (
    <form className="req-form" onSubmit={(event) => void send(event)}>
      <div className="req-fields">
        <label>
          <span className="label">{t('request.date')}</span>
          <input className="field" type="date" required max={today.date} value={date} onChange={(event) => event.target.value !== '' && event.target.value <= today.date && setDate(event.target.value)} />
        </label>
        <label>
          <span className="label">{t('request.start')}</span>
          <input className="field num" type="time" step={1} required value={clockText(start)} onChange={(event) => setStart(readClock(event.target.value) ?? start)} />
        </label>
        <label>
          <span className="label">{t('request.duration')}</span>
          <input
            className="field num"
            inputMode="numeric"
            value={typed ?? durationText(seconds)}
            onChange={(event) => setTyped(event.target.value)}
            onBlur={() => {
              setWanted(readDuration(typed ?? '') ?? wanted);
              setTyped(undefined);
            }}
          />
        </label>
      </div>
      <fieldset className="req-channels">
        <legend className="label">{t('request.channels')}</legend>
        {channels.map(({ id, name: looks }) => (
          <label key={id} className="chip">
            <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} />
            {`CH${id} ${looks}`.trim()}
          </label>
        ))}
      </fieldset>
      <p className="cap req-said" role="status">{said(recordings, date === today.date, intervals.length, t)}</p>
      <Timeline {...{ intervals, start, seconds }} channels={chosen} onStart={setStart} />
      <label className="req-slider">
        <span className="label">{t('request.startAt', { time: clockText(start) })}</span>
        <input type="range" min={0} max={daySeconds} value={start} aria-valuetext={clockText(start)} onChange={(event) => setStart(Math.min(daySeconds - 1, Number(event.target.value)))} />
      </label>
      <label className="req-slider">
        <span className="label">{t('request.lasts', { time: durationText(seconds) })}</span>
        <input type="range" min={clip.min} max={clip.max} value={wanted} aria-valuetext={durationText(wanted)} onChange={(event) => setWanted(Number(event.target.value))} />
      </label>
      <label>
        <span className="label">{t('request.name')}</span>
        <input className="field" maxLength={200} required value={shownName} onChange={(event) => setName(event.target.value)} />
      </label>
      <footer>
        {chosen.length === 0 ? <span className="cap grow" role="alert">{t('request.oneChannel')}</span> : <span className="grow" />}
        <button type="submit" className="btn primary" disabled={isBusy || chosen.length === 0}>{t('request.submit')}</button>
      </footer>
    </form>
  );
}

/** What is known of the day's recordings. */
function said({ isPending, isError }: { isPending: boolean; isError: boolean }, isFirstDay: boolean, count: number, t: (key: string) => string): string {
  if (isPending) return t('request.looking');
  if (isError) return t(isFirstDay ? 'request.notReached' : 'request.noneThatDay');
  return count === 0 ? t('request.none') : t('request.recorded');
}
