import { Icon, placeName, useFormat, useText, type TextKey } from '@outrider/sdk';

import { canBeRated, iconOf, labelOf } from '../alert/looks';
import { overspeedShownKmh } from '../alert/overspeed-shown';
import { useSeverity } from '../alert/severity';
import { isRead, type Alert } from '../api/alert';

interface AlertRowProps {
  alert: Alert;
  isOpen: boolean;
  isChosen: boolean;
  onChoose: () => void;
  onOpen?: () => void;
  /** Others are folded into this row. */
  fold?: { count: number; isOpen: boolean; toggle: () => void };
  /** It belongs to the row above. */
  isFolded?: boolean;
}

/** One alert in the list: what, who, where, when, and what somebody made of it. */
export function AlertRow({ alert, isOpen, isChosen, onChoose, onOpen, fold, isFolded = false }: AlertRowProps) {
  const t = useText('alerts');
  const format = useFormat();
  const { rank, className, text } = useSeverity(alert);
  const label = labelOf(t, alert);
  const unread = !isRead(alert);
  const rated = alert.user_driving_quality !== 'none';
  return (
    <li className={`alert-row ${className}${isOpen ? ' on' : ''}${unread ? ' unread' : ''}${isChosen ? ' chosen' : ''}${isFolded ? ' folded' : ''}${fold ? ' has-fold' : ''}`}>
      <button type="button" className="alert-row-open" onClick={onOpen} disabled={!onOpen} aria-current={isOpen}>
        <span className="tile tint" title={t(text)}>
          <Icon name={iconOf(alert)} />
          <span className="pips" aria-hidden="true">
            {[1, 2, 3].map((n) => (
              <i key={n} className={rank >= n ? 'f' : ''} />
            ))}
          </span>
        </span>
        <span className="l1">
          <span className="ti ell">{label}</span>
          {unread ? <i className="rd" title={t('row.unread')} /> : null}
          {alert.flagged ? <Icon name="flag" small /> : null}
        </span>
        <time className="num" dateTime={alert.event_time_utc}>
          {timeOf(format, alert)}
        </time>
        <span className="l2 ell">{[alert.vehicle_name || t('row.noVehicle'), overOf(format, alert)].filter(Boolean).join(' · ')}</span>
        <span className="l3 ell">{placeName(alert.location)}</span>
        <span className={`rt${rated ? '' : ' none'}`}>{canBeRated(alert) ? t((rated ? `rating.${alert.user_driving_quality}` : 'rating.notRated') as TextKey<'alerts'>) : ''}</span>
        <span className="unseen">{[t(text), unread ? t('row.unread') : '', alert.flagged ? t('row.flagged') : ''].filter(Boolean).join(', ')}</span>
      </button>
      {fold ? (
        <button type="button" className="alert-row-fold num" aria-expanded={fold.isOpen} aria-label={t('grouping.more', { count: fold.count })} title={t('grouping.more', { count: fold.count })} onClick={fold.toggle}>
          +{fold.count}
          <Icon name={fold.isOpen ? 'chevron-up' : 'chevron-down'} small />
        </button>
      ) : null}
      <input type="checkbox" className="alert-row-check" checked={isChosen} onChange={onChoose} aria-label={t('row.choose', { label, vehicle: alert.vehicle_name })} />
    </li>
  );
}

/** By how much a speeding vehicle was too fast at most, `+8 mph`. */
function overOf(format: ReturnType<typeof useFormat>, { kind, max, limit }: Alert): string {
  const over = kind === 'speeding' && max && limit != null ? overspeedShownKmh(format.settings.units, max.speed, limit) : 0;
  return over > 0 ? `+${format.speed(over)}` : '';
}

/** The time of today's alerts, the day before it for older ones; by the clocks at the place. */
function timeOf(format: ReturnType<typeof useFormat>, alert: Alert): string {
  const zone = alert.zone || format.settings.zone;
  const isToday = format.date(alert.event_time_utc, zone) === format.date(Date.now(), zone);
  const day = new Intl.DateTimeFormat(format.settings.locale, { day: 'numeric', month: 'short', timeZone: zone }).format(new Date(alert.event_time_utc));
  return `${isToday ? '' : `${day} `}${format.time(alert.event_time_utc, zone)}`;
}
