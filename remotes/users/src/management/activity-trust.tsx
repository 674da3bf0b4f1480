import { ApiError, Button, confirm, Icon, snackbar, toast, usePermission, useText } from '@outrider/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';

import { checkChain, setRetention, type Chain } from '../api/activity';

const key = ['audit-chain'] as const;
const choices = [30, 90, 180, 365, 730, 1825, 3650] as const;

/** Whether the record of what was done is as it was written, when somebody asks, and for how long it is kept. */
export function ActivityTrust() {
  const t = useText('users');
  const mayKeep = usePermission('updateOrg');
  const { data, error, isFetching, refetch } = useQuery({ queryKey: key, queryFn: ({ signal }) => checkChain(signal), enabled: false });
  const words = error ? t('perm.wrong') : !data ? '' : data.broken_at ? t('trust.broken', { at: data.broken_at }) : t('trust.whole', { count: data.records });
  return (
    <div className="row ppl-trust">
      <Button size="small" disabled={isFetching} onClick={() => void refetch()}>
        <Icon name="lock" small />
        {t(isFetching ? 'trust.checking' : 'trust.check')}
      </Button>
      <span role="status" className={error || data?.broken_at ? 'ppl-refused' : 'ppl-good'}>
        {words}
      </span>
      <span className="grow" />
      {mayKeep && data ? <Retention chain={data} /> : null}
    </div>
  );
}

function Retention({ chain: { keep_days, host_keep_days } }: { chain: Chain }) {
  const t = useText('users');
  const queryClient = useQueryClient();
  const days = (count: number) => t('trust.days', { count });
  const offered = [...new Set([...choices.filter((one) => host_keep_days === 0 || one <= host_keep_days), ...(keep_days > 0 ? [keep_days] : [])])].toSorted((a, b) => a - b);
  const change = async (wanted: number) => {
    const sure = wanted === 0 || (await confirm({ title: t('trust.keepSure', { days: days(wanted) }), text: t('trust.keepText'), confirm: t('trust.keepSave'), tone: 'danger' }));
    if (!sure) {
      return;
    }
    try {
      queryClient.setQueryData(key, await setRetention(wanted));
      toast(t('trust.kept'));
    } catch (error) {
      snackbar(error instanceof ApiError ? error.message : t('perm.wrong'), undefined, 'error');
    }
  };
  return (
    <label className="row">
      <span className="label">{t('trust.keep')}</span>
      <select className="field" value={keep_days} onChange={(event) => void change(Number(event.target.value))}>
        <option value={0}>{host_keep_days === 0 ? t('trust.forEver') : t('trust.asHost', { days: host_keep_days })}</option>
        {offered.map((count) => (
          <option key={count} value={count}>
            {days(count)}
          </option>
        ))}
      </select>
    </label>
  );
}
