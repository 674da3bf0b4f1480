import { addDays, Icon, IconButton, useText } from '@outrider/sdk';
import { DayBox } from '@outrider/sdk/days';
import { useId, useState } from 'react';

import { clockText, durationText, lead, readClock, readDuration } from '../clip/rules';
import type { FootageRequest } from './use-request';

/** The day, the start, the duration, and the event that the clip is around. */
export function RequestFields({ request }: { request: FootageRequest }) {
  const t = useText('footage');
  const { day, start } = request;
  return (
    <div className="req-fields">
      <DayField date={request.date} today={day.today} onDate={request.setDate} />
      <StartField second={start} onSecond={request.setStart} />
      <DurationField seconds={request.seconds} onSeconds={request.setSeconds} />
      <label className="req-around">
        <span className="label">{t('request.around')}</span>
        <select className="field" value={day.events.find(({ second }) => second === start + lead.dialog)?.id ?? ''} onChange={(event) => choose(request, event.target.value)}>
          <option value="">{t(day.events.length === 0 ? 'request.noEvents' : 'request.noEvent')}</option>
          {day.events.map(({ id, label, second }) => <option key={id} value={id}>{t('timeline.eventAt', { event: label, time: clockText(second) })}</option>)}
        </select>
      </label>
    </div>
  );
}

function choose({ day, setStart }: FootageRequest, id: string): void {
  const event = day.events.find((one) => one.id === id);
  if (event) {
    setStart(event.second - lead.dialog);
  }
}

/** A day up to today, with the day before and after at hand. */
export function DayField({ date, today, onDate }: { date: string; today: string; onDate: (date: string) => void }) {
  const t = useText('footage');
  const id = useId();
  const go = (next: string) => {
    if (next !== '' && next <= today) onDate(next);
  };
  return (
    <div>
      <label className="label" htmlFor={id}>{t('request.date')}</label>
      <div className="field req-day-field">
        <IconButton size="small" label={t('request.dayBefore')} onClick={() => go(addDays(date, -1))}><Icon name="chevron-left" small /></IconButton>
        <DayBox id={id} max={today} value={date} onChange={go} />
        <IconButton size="small" label={t('request.dayAfter')} disabled={date >= today} onClick={() => go(addDays(date, 1))}><Icon name="chevron-right" small /></IconButton>
      </div>
    </div>
  );
}

/** `HH:mm:ss`, or shorter; what is no time goes when the field is left. */
function StartField({ second, onSecond }: { second: number; onSecond: (second: number) => void }) {
  const t = useText('footage');
  const [typed, setTyped] = useState<string>();
  const type = (text: string) => {
    setTyped(text);
    const found = readClock(text);
    if (found !== undefined) onSecond(found);
  };
  return (
    <label>
      <span className="label">{t('request.start')}</span>
      <input className="field num" inputMode="numeric" autoComplete="off" maxLength={8} value={typed ?? clockText(second)} onChange={(event) => type(event.target.value.trim())} onBlur={() => setTyped(undefined)} />
    </label>
  );
}

/** `mm:ss`: what is typed is read when the field is left; longer clips become 05:00, shorter 00:09. */
function DurationField({ seconds, onSeconds }: { seconds: number; onSeconds: (seconds: number) => void }) {
  const t = useText('footage');
  const [typed, setTyped] = useState<string>();
  const read = () => {
    const found = readDuration(typed ?? '');
    if (found !== undefined) onSeconds(found);
    setTyped(undefined);
  };
  return (
    <label>
      <span className="label">{t('request.durationMost')}</span>
      <input className="field num" inputMode="numeric" value={typed ?? durationText(seconds)} onChange={(event) => setTyped(event.target.value)} onBlur={read} onKeyDown={(event) => event.key === 'Enter' && read()} />
    </label>
  );
}
