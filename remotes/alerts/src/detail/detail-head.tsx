import { Button, contributionsForAlert, ExtensionSlot, Icon, IconButton, placeName, useFormat, useText } from '@outrider/sdk';
import { Explain } from '@outrider/sdk/explain';

import { forceOf } from '../alert/force';
import { iconOf, labelOf } from '../alert/looks';
import { useSeverity } from '../alert/severity';
import type { Alert, Quality } from '../api/alert';
import { hasDriverApp } from '../api/flags';
import { DownloadMenu } from '../download/download-menu';
import { RetrieveButton, TrackingButton, type Retrieve } from '../actions/header-actions';
import { RateMenu } from './rate-menu';

interface DetailHeadProps {
  alert: Alert;
  onRate?: (quality: Quality) => Promise<unknown>;
  onFlag?: () => void;
  retrieve?: Retrieve | undefined;
  onRefresh: () => void;
  onClose: () => void;
}

/** What, when, which vehicle, who and where, and what can be done. */
export function DetailHead({ alert, onRate, onFlag, retrieve, onRefresh, onClose }: DetailHeadProps) {
  const t = useText('alerts');
  const format = useFormat();
  const { className, text } = useSeverity(alert);
  const force = forceOf(alert);
  const zone = alert.zone || format.settings.zone;
  const when = new Intl.DateTimeFormat(format.settings.locale, { weekday: 'short', day: 'numeric', month: 'short', timeZone: zone }).format(new Date(alert.event_time_utc));
  return (
    <header className={`detail-head ${className}`}>
      <div className="detail-title">
        <span className="tile tint">
          <Icon name={iconOf(alert)} />
        </span>
        <h1 title={labelOf(t, alert)}>{labelOf(t, alert)}</h1>
        <span className="grow" />
        {onRate ? <RateMenu quality={alert.user_driving_quality} onRate={onRate} /> : null}
        {onFlag && hasDriverApp() ? (
          <Button className="detail-flag" aria-pressed={alert.flagged} title={t(alert.flagged ? 'flag.remove' : 'flag.flag')} onClick={onFlag}>
            <Icon name="flag" small />
            <span>{t(alert.flagged ? 'flag.remove' : 'flag.flag')}</span>
          </Button>
        ) : null}
        <TrackingButton alert={alert} />
        {retrieve ? <RetrieveButton retrieve={retrieve} /> : null}
        <DownloadMenu alert={alert} />
        <ExtensionSlot name="alert-header" parts={contributionsForAlert('alert-header', alert.alert_type)} props={{ alert }} />
        <IconButton variant="outlined" label={t('detail.refresh')} onClick={onRefresh}>
          <Icon name="refresh" />
        </IconButton>
        <IconButton className="detail-close" label={t('detail.close')} onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </div>
      <ul className="detail-meta">
        <li>
          <span className="pill">
            <i className="dot" />
            {t(text)}
            {force ? ` · ${format.number(Math.abs(force.g), 2)} g` : null}
          </span>
          <Explain about={t(text)}>{t('about.severity')}</Explain>
        </li>
        <li title={t('info.time')}>
          <Icon name="clock" small />
          <span className="num">
            {when}, {format.timeWithSeconds(alert.event_time_utc, zone)}
          </span>
        </li>
        <li title={t('info.vehicle')}>
          <Icon name="truck" small />
          <b>{alert.vehicle_name || t('row.noVehicle')}</b>
        </li>
        <li title={t('info.driver')}>
          <Icon name="user" small />
          {alert.driver_name || t('info.noDriver')}
        </li>
        <li className="detail-place" title={t('info.location')}>
          <Icon name="place" small />
          <span className="ell" title={placeName(alert.location)}>{placeName(alert.location)}</span>
        </li>
      </ul>
    </header>
  );
}
