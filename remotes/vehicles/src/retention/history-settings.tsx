import { confirm, Denied, Failure, Loading, toast, useFormat, usePermission, useText } from '@outrider/sdk';
import { Form, NumberField } from '@outrider/sdk/inputs';
import * as z from '@outrider/sdk/schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';

import { changeRetention, getRetention, retentionKey, type Retention } from './retention';

/** How long the organisation keeps positions, trips and readings of its vehicles; less takes the older ones away for good. */
export function HistorySettings() {
  const maySee = usePermission('TrackVehicle');
  const retention = useQuery({ queryKey: retentionKey, queryFn: ({ signal }) => getRetention(signal), enabled: maySee });
  if (!maySee) return <Denied />;
  if (retention.isPending) return <Loading rows={3} />;
  if (retention.isError) return <Failure error={retention.error} onRetry={() => void retention.refetch()} />;
  return <RetentionForm retention={retention.data} />;
}

function RetentionForm({ retention: { keep_days, own_days, least_days, host_keep_days } }: { retention: Retention }) {
  const t = useText('history');
  const format = useFormat();
  const queryClient = useQueryClient();
  const values = useMemo(() => ({ days: own_days }), [own_days]);
  const schema = useMemo(() => z.object({ days: z.number().int().min(least_days).max(host_keep_days).nullable() }), [least_days, host_keep_days]);
  const days = (count: number) => t('days', { count, n: format.number(count) });
  return (
    <Form
      schema={schema}
      values={values}
      label={t('title')}
      onSubmit={async ({ days: wanted }) => {
        const kept = wanted ?? host_keep_days;
        const isSure = kept >= keep_days || (await confirm({ title: t('sure', { days: days(kept) }), text: t('sureText'), confirm: t('save'), tone: 'danger' }));
        if (!isSure) return;
        queryClient.setQueryData(retentionKey, await changeRetention(wanted));
        toast(t('saved'));
      }}
    >
      <p>{t('text')}</p>
      <NumberField name="days" label={t('keep')} unit={t('unit')} digits={0} placeholder={format.number(host_keep_days)} hint={t('hint', { least: format.number(least_days), most: days(host_keep_days) })} />
    </Form>
  );
}
