import { Chip, Denied, Empty, Loading, usePermission, useText } from '@outrider/sdk';
import { UsagePage, useUsageChoice } from '@outrider/sdk/usage';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { getUsage, type Day, type EvUsage, type Range } from '../api/ev';
import { ChargeCard } from './charge-card';
import { EvTable } from './ev-table';
import { RangeCard } from './range-card';
import { SessionsCard } from './sessions-card';

import './ev.css';

const types = ['car', 'van', 'truck', 'motorbike', 'bicycle', 'bus', 'schoolbus', 'bintruck'] as const;

/** How full electric vehicles are, whether that is enough, and what they used. */
export function EvPage() {
  return usePermission('createEvUsageReport') ? <AllowedPage /> : <Denied />;
}

function AllowedPage() {
  const t = useText('ev');
  const { choice, setChoice, query } = useUsageChoice();
  const [isLowOnly, setLowOnly] = useState(false);
  const [day, setDay] = useState<Day>('today');
  const asked = useQuery({
    queryKey: ['ev', 'usage', query, day],
    queryFn: ({ signal }) => getUsage({ ...query, need_of: day }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.past.complete === false ? 5_000 : 60_000),
  });
  const { data, isPlaceholderData } = asked;
  const fields = [{ key: 'type', label: t('type.label'), options: types.map((value) => ({ value, label: t(`type.${value}`) })) }];
  const low = data ? (
    <Chip isOn={isLowOnly} aria-pressed={isLowOnly} onClick={() => setLowOnly(!isLowOnly)}>
      {t('under', { percent: data.setting.low_percent, count: data.totals.low })}
    </Chip>
  ) : null;
  return (
    <UsagePage namespace="ev" report="ev-usage" choice={choice} query={query} onChange={setChoice} fields={fields} more={low} asked={asked}>
      {data && data.vehicles.length === 0 && !isPlaceholderData ? data.past.complete ? <Empty icon="charging" title={t('empty')}>{t('emptyText')}</Empty> : <Loading rows={8} /> : null}
      {data && data.vehicles.length > 0 ? <Report usage={isLowOnly ? lowOf(data) : data} isWhole={!isLowOnly} range={query} day={day} onDay={setDay} /> : null}
    </UsagePage>
  );
}

interface ReportProps {
  usage: EvUsage;
  isWhole: boolean;
  range: Range;
  day: Day;
  onDay: (day: Day) => void;
}

function Report({ usage, isWhole, range, day, onDay }: ReportProps) {
  return (
    <>
      <div className="ev-cards">
        <ChargeCard usage={usage} />
        <RangeCard rows={usage.vehicles} day={day} onDay={onDay} />
      </div>
      <SessionsCard range={range} shown={usage.vehicles} currency={usage.setting.currency} />
      <EvTable usage={usage} isWhole={isWhole} />
    </>
  );
}

/** Only the vehicles that are low. */
function lowOf(usage: EvUsage): EvUsage {
  return { ...usage, vehicles: usage.vehicles.filter(({ low }) => low) };
}
