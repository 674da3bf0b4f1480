import { Denied, Empty, Failure, Icon, Loading, openPath, useFormat, useNow, usePermission, useText } from '@outrider/sdk';

import { iconOf, labelOf, pathOf, severityOf } from '../alert/looks';
import { useAlertPage, useLiveAlerts } from '../triage/use-alerts';
import { plain } from '../triage/view';
import { ByTypeChart } from './by-type-chart';

import './alerts-widget.css';

/** Alerts on the home page: how many there were of each type day by day, and the newest unread ones of driving. */
export function AlertsWidget() {
  return usePermission('listAlerts') ? <Alerts /> : <Denied />;
}

function Alerts() {
  useLiveAlerts();
  return (
    <div className="alerts-widget">
      <ByTypeChart />
      <Newest />
    </div>
  );
}

const newest = { ...plain, unread: true };

function Newest() {
  const t = useText('alerts');
  const format = useFormat();
  const now = useNow();
  const page = useAlertPage('driving', newest);
  if (page.isPending) {
    return <Loading rows={4} />;
  }
  if (!page.data) {
    return <Failure error={page.error} onRetry={() => void page.refetch()} />;
  }
  if (page.data.total === 0) {
    return <Empty icon="notifications" title={t('widget.none')} />;
  }
  return (
    <>
      <p className="alerts-widget-head">
        <b className="num">{format.number(page.data.total)}</b> <span className="t2">{t('widget.unread', { count: page.data.total })}</span>
      </p>
      <ul>
        {page.data.alerts.map((alert) => (
          <li key={alert.alert_id} className={severityOf(alert.severity).className}>
            <button type="button" onClick={() => openPath(pathOf(alert))}>
              <span className="tile tint">
                <Icon name={iconOf(alert)} small />
              </span>
              <span className="grow">
                <span className="t1 ell">{labelOf(t, alert)}</span>
                <span className="s12 t2 ell">
                  {alert.vehicle_name} · {alert.location}
                </span>
              </span>
              <span className="s11 t3 num">{format.age(Date.parse(alert.event_time_utc), now)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
