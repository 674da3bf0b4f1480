import { Denied, usePermission, type WidgetProps } from '@outrider/sdk';

import { useLiveAlerts } from '../triage/use-alerts';
import { ByTypeChart } from './by-type-chart';

import './alerts-widget.css';

/** Alerts on Home: how many there were of each kind day by day, beside those of the time before. */
export function AlertsWidget({ days }: Pick<WidgetProps, 'days'>) {
  return usePermission('listAlerts') ? <Alerts days={days} /> : <Denied />;
}

function Alerts({ days }: { days: number }) {
  useLiveAlerts();
  return (
    <div className="alerts-widget">
      <ByTypeChart days={days} />
    </div>
  );
}
