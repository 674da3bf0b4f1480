import { Denied, Empty, Failure, Icon, linkTo, Loading, useFormat, usePermission, useText } from '@outrider/sdk';
import { useQuery } from '@tanstack/react-query';

import { getFaultTotals, type FaultTotals } from '../api/faults';
import { faultIcon, faultKinds, kindOf } from '../faults/fault-kinds';

import '../faults/faults.css';

const refreshMs = 60_000;

/** Hardware faults on the home page: how many, on how many vehicles, of which kind. */
export function FaultsTotal() {
  return usePermission('viewVehicle') ? <AllowedFaultsTotal /> : <Denied />;
}

function AllowedFaultsTotal() {
  const t = useText('vehicles');
  const { data, error, isPending, refetch } = useQuery({ queryKey: ['fault-totals'], queryFn: ({ signal }) => getFaultTotals(signal), refetchInterval: refreshMs });
  if (isPending) {
    return <Loading rows={4} />;
  }
  if (!data) {
    return <Failure error={error} onRetry={() => void refetch()} />;
  }
  return data.faults === 0 ? <Empty icon="check" title={t('faults.none')} /> : <Totals totals={data} />;
}

function Totals({ totals: { faults, vehicles, byType } }: { totals: FaultTotals }) {
  const t = useText('vehicles');
  const format = useFormat();
  const counts = faultKinds.map((kind) => ({ kind, count: byType.filter(({ type }) => kindOf(type) === kind).reduce((sum, one) => sum + one.faults, 0) }));
  const most = Math.max(1, ...counts.map(({ count }) => count));
  return (
    <div className="fault-totals">
      <p className="fault-totals-head">
        <b className="num">{format.number(faults)}</b> <span className="t2">{t('faults.onVehicles', { count: vehicles })}</span>
      </p>
      <dl className="fault-totals-list">
        {counts.map(({ kind, count }) => (
          <div key={kind}>
            <dt>
              <Icon name={faultIcon(kind)} small />
              {t(`fault.${kind}`)}
            </dt>
            <dd className="fault-bar" aria-hidden="true">
              <i style={{ width: `${(count / most) * 100}%` }} />
            </dd>
            <dd className="num">{format.number(count)}</dd>
          </div>
        ))}
      </dl>
      <a {...linkTo('/hardware-faults')}>
        {t('faults.view')}
      </a>
    </div>
  );
}
