import { Button, Failure, Loading, useFormat, usePermission, useText } from '@outrider/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { trySpeeding, type SpeedingPreview } from './api';
import { readThreshold, writeThreshold } from './kinds';

/** How many are listed. */
const listed = 8;

/** Tries the speeding rule on the last 30 days, with a threshold that need not be saved yet. */
export function SpeedingTry({ vehicleId, threshold }: { vehicleId: string; threshold: number }) {
  const t = useText('alerts');
  const { units } = useFormat().settings;
  const isImperial = units !== 'Metric';
  const [text, setText] = useState<string>();
  const [asked, setAsked] = useState<number>();
  const shown = text ?? writeThreshold(threshold, 'km/h', isImperial);
  const read = readThreshold(shown, 'km/h', isImperial);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['alerts', 'try-speeding', vehicleId, asked],
    queryFn: ({ signal }) => trySpeeding(vehicleId, asked ?? 0, signal),
    enabled: asked !== undefined,
    staleTime: 60_000,
  });
  if (!usePermission('TrackVehicle')) {
    return null;
  }
  return (
    <details className="cfg-raw">
      <summary>{t('config.try')}</summary>
      <p className="t2 cfg-about">{t('config.tryText')}</p>
      <form
        className="cfg-try"
        onSubmit={(event) => {
          event.preventDefault();
          if ('value' in read) setAsked(read.value ?? 0);
        }}
      >
        <label className="cfg-threshold">
          <input className={'wrong' in read ? 'num wrong' : 'num'} aria-label={t('config.tryOver')} aria-invalid={'wrong' in read} inputMode="decimal" maxLength={8} value={shown} onChange={(event) => setText(event.target.value)} />
          <span className="t3 s12">{isImperial ? 'mph' : 'km/h'}</span>
          {'wrong' in read ? <span className="cfg-wrong" role="alert">{t(read.wrong, read.values)}</span> : null}
        </label>
        <Button type="submit" size="small" disabled={'wrong' in read || isFetching}>
          {t('config.tryNow')}
        </Button>
      </form>
      {isFetching ? <Loading rows={3} /> : error ? <Failure error={error} onRetry={() => void refetch()} /> : data ? <Found preview={data} /> : null}
    </details>
  );
}

function Found({ preview: { total, total_as_it_is, samples, alerts, rule } }: { preview: SpeedingPreview }) {
  const t = useText('alerts');
  const format = useFormat();
  return (
    <div role="status">
      <p>
        <b>{t('config.tried', { count: total, all: total_as_it_is })}</b>
      </p>
      <p className="s12 t2">{t('config.triedBy', { samples: format.number(samples), version: rule.version, band: format.speed(rule.band_kmh), seconds: rule.least_s })}</p>
      <ul className="cfg-tried">
        {alerts.slice(0, listed).map((one) => (
          <li key={one.start.time} className="row s12">
            <span className="num t3">{format.dateTime(one.start.time)}</span>
            <span className="grow">{t('config.triedOne', { speed: format.speed(one.max.speed), limit: format.speed(one.limit) })}</span>
            <span className="t2">{t(`config.limitFrom.${one.limit_source}`)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
