import { Button, Icon, useFormat, useText } from '@outrider/sdk';
import type { FormEvent } from 'react';

import type { Channel } from '../api/channels';
import { sizeText } from '../size-text';
import { DayTimeline } from '../timeline/day-timeline';
import { RequestFields } from './request-fields';
import { clockText, lackOf } from '../clip/rules';
import type { FootageRequest } from './use-request';

interface RequestFormProps {
  request: FootageRequest;
  channels: readonly Channel[];
  close: () => void;
}

/** A request: its fields, the day with its recordings, what may not be had, and what is sent. */
export function RequestForm({ request, channels, close }: RequestFormProps) {
  const t = useText('footage');
  const tSdk = useText();
  const format = useFormat();
  const { day, start, seconds, chosen, name, also, rest, problem, isBusy, bytes } = request;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void request.send();
  };
  return (
    <form className="req-form" onSubmit={submit}>
      <div className="req-body">
        <RequestFields request={request} />
        <DayTimeline
          channels={channels}
          chosen={chosen}
          onToggle={request.toggle}
          intervals={day.intervals}
          events={day.events}
          now={day.now}
          of={request.of}
          clip={{ start, seconds, onStart: request.setStart, onSeconds: request.setSeconds }}
        />
        <Said request={request} />
        <div className="req-fields req-name">
          <label>
            <span className="label">{t('request.name')}</span>
            <input className="field" maxLength={200} required value={name} onChange={(event) => request.setName(event.target.value)} />
          </label>
          <Tick label={t('request.gps')} isOn={also.gps} onChange={(gps) => request.setAlso({ gps })} />
          <Tick label={t('request.imu')} isOn={also.imu} onChange={(imu) => request.setAlso({ imu })} />
          {rest > 0 ? <Tick label={t('request.rest', { seconds: rest })} isOn={also.rest} onChange={(on) => request.setAlso({ rest: on })} /> : null}
        </div>
      </div>
      <footer className="req-foot">
        {problem ? <span className="req-problem grow" role="alert">{t(problem)}</span> : <span className="s12 t2 grow">{t('request.estimate', { count: chosen.length, size: sizeText(bytes, format.settings.locale, 0) })}</span>}
        <Button onClick={close}>{tSdk('action.cancel')}</Button>
        <Button type="submit" variant="primary" disabled={isBusy || problem !== undefined}>{t('request.submit')}</Button>
      </footer>
    </form>
  );
}

function Tick({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: (on: boolean) => void }) {
  return (
    <label className="req-tick">
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  );
}

/** What is known of the day's recordings, and what of the clip is not recorded. */
function Said({ request: { day, chosen, start, seconds, date, eventDay } }: { request: FootageRequest }) {
  const t = useText('footage');
  if (day.state === 'pending') return <p className="req-said t2" role="status">{t('request.looking')}</p>;
  if (day.state === 'failed') {
    return (
      <p className="req-said warn" role="alert">
        <Icon name="warning" />
        <span className="grow">{t(date === eventDay ? 'request.notReached' : 'request.noneThatDay')}</span>
        <Button size="small" onClick={day.retry}>{t('live.again')}</Button>
      </p>
    );
  }
  if (day.state === 'empty') return <p className="req-said warn" role="status"><Icon name="warning" /><span>{t('request.none')}</span></p>;
  const lacks = chosen.flatMap((channel) => {
    const lack = lackOf(day.intervals, channel, start, seconds);
    return lack ? [t(`request.lack.${lack.kind}`, { channel: `CH${channel}`, time: lack.kind === 'none' ? '' : clockText(lack.at) })] : [];
  });
  if (lacks.length === 0) return <p className="req-said ok" role="status"><Icon name="check" /><span>{t('request.recorded')}</span></p>;
  return <p className="req-said warn" role="status"><Icon name="warning" /><span><b>{lacks.join(' ')}</b> {t('request.mayNotBeText')}</span></p>;
}
