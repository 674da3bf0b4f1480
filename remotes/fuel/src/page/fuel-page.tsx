import { Denied, Empty, Loading, usePermission, useText } from '@outrider/sdk';
import { UsagePage, useUsageChoice } from '@outrider/sdk/usage';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';

import { getUsage, type FuelUsage, type Range } from '../api/fuel';
import { Figures } from './figures';
import { FuelTable } from './fuel-table';

import './fuel.css';

/** The chart is heavy: it comes when a vehicle is chosen. */
const TankCard = lazy(() => import('./tank-card').then((m) => ({ default: m.TankCard })));

const types = ['car', 'van', 'truck', 'motorbike', 'bus', 'schoolbus', 'bintruck'] as const;
const fuels = ['diesel', 'petrol', 'hybrid', 'lpg', 'cng', 'hydrogen'] as const;

/** What vehicles with a tank used. */
export function FuelPage() {
  return usePermission('createFuelUsageReport') ? <AllowedPage /> : <Denied />;
}

function AllowedPage() {
  const t = useText('fuel');
  const { choice, setChoice, query } = useUsageChoice();
  const asked = useQuery({
    queryKey: ['fuel', 'usage', query],
    queryFn: ({ signal }) => getUsage(query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.past.complete === false ? 5_000 : 60_000),
  });
  const { data, isPlaceholderData } = asked;
  const fields = [
    { key: 'type', label: t('type.label'), options: types.map((value) => ({ value, label: t(`type.${value}`) })) },
    { key: 'fuel', label: t('fuel.label'), options: fuels.map((value) => ({ value, label: t(`fuel.${value}`) })) },
  ];
  return (
    <UsagePage namespace="fuel" report="fuel-usage" choice={choice} query={query} onChange={setChoice} fields={fields} asked={asked}>
      {data && data.vehicles.length === 0 && !isPlaceholderData ? data.past.complete ? <Empty icon="fuel" title={t('empty')}>{t('emptyText')}</Empty> : <Loading rows={8} /> : null}
      {data && data.vehicles.length > 0 ? <Report usage={data} range={query} /> : null}
    </UsagePage>
  );
}

function Report({ usage, range }: { usage: FuelUsage; range: Range }) {
  const [asked, setAsked] = useState<string>();
  const chosen = usage.vehicles.find(({ vehicle_id }) => vehicle_id === asked) ?? usage.vehicles.find(({ thefts }) => thefts > 0) ?? usage.vehicles[0];
  return (
    <>
      <Figures usage={usage} />
      {chosen ? (
        <Suspense fallback={<Loading rows={6} />}>
          <TankCard vehicle={chosen} range={range} />
        </Suspense>
      ) : null}
      <FuelTable usage={usage} chosen={chosen?.vehicle_id} onChoose={setAsked} />
    </>
  );
}
