import { actionsFor, Button, Icon, runVehicleAction, useFormat, useText, type ActionVehicle, type OfferedAction, type VehicleAction } from '@outrider/sdk';
import type { PlaybackClock } from '@outrider/sdk/player';
import { useQuery } from '@tanstack/react-query';

import { levelAt, indexAt, momentAt, type Track } from './track';
import { useClockSecond } from './use-clock-second';

/** What the vehicle was doing where the clock is, and its footage of that moment. */
export function NowPanel({ track, clock, vehicle }: { track: Track; clock: PlaybackClock; vehicle: ActionVehicle | undefined }) {
  const t = useText('tracking');
  const format = useFormat();
  useClockSecond(clock);
  const at = clock.at(); // where it begins, the second that it is in began before anything was heard of the vehicle
  const moment = momentAt(track, at);
  const level = moment && !moment.isSilent ? levelAt(track, indexAt(track.times, at)) : 0;
  const over = moment && level > 0 ? moment.speedKmh - (Number.isNaN(moment.limitKmh) ? 0 : moment.limitKmh) : 0;
  const actions = useQuery({ queryKey: ['track-actions', vehicle?.id, vehicle?.isOnline], queryFn: () => (vehicle ? actionsFor(vehicle) : []), enabled: vehicle !== undefined, staleTime: 60_000 });
  const offered = (purpose: NonNullable<VehicleAction['purpose']>) => actions.data?.find((one) => one.purpose === purpose);
  const run = (action: OfferedAction) => vehicle && runVehicleAction(action, vehicle, { timeMs: clock.at(), zone: track.zone });
  const button = (action: OfferedAction | undefined, label: string, icon: 'play' | 'clock') =>
    action ? (
      <Button size="small" disabled={action.disabled} title={action.disabled ? action.hint : action.label} onClick={() => run(action)}>
        <Icon name={icon} small />
        {label}
      </Button>
    ) : null;
  return (
    <section className="trk-now" aria-label={t('now.title')}>
      {moment && !moment.isSilent ? (
        <>
          <p className="trk-speed">
            <b className="num">{format.speed(Number.isNaN(moment.speedKmh) ? undefined : moment.speedKmh)}</b>
            {Number.isNaN(moment.limitKmh) ? null : <span className="trk-limit num" title={t('strip.limit')}>{format.speed(moment.limitKmh).replace(/\D+$/, '')}</span>}
          </p>
          <p className={level === 2 ? 's12 bad' : level === 1 ? 's12 warn' : 's12 t3'}>{level > 0 && over > 0 ? t('now.over', { speed: format.speed(over) }) : t('now.within')}</p>
          {moment.ignition >= 0 ? <p className="s12 t2">{t(moment.ignition === 1 ? 'now.on' : 'now.off')}</p> : null}
        </>
      ) : (
        <p className="s12 t2">{t('now.silent')}</p>
      )}
      <div className="trk-now-actions">
        {button(offered('watch-footage'), t('now.watch'), 'play')}
        {button(offered('request-footage'), t('now.request'), 'clock')}
      </div>
    </section>
  );
}
