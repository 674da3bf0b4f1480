import { useText } from '@outrider/sdk';

import type { LimitView, UsageView } from '../api/limits';
import { DataList } from '../ui/data-list';
import { useFigures } from '../ui/figures';

/** What the organisation and its devices sent today of each topic, and what they may. */
export function UsageList({ usage, limits }: { usage: UsageView[]; limits: LimitView[] }) {
  const t = useText('admin');
  const f = useFigures();
  const limitOf = ({ device_id, topic }: UsageView) => {
    const limit = limits.find((one) => one.topic === topic);
    if (!limit) return { messages: 0, bytes: 0 };
    return device_id ? { messages: limit.day, bytes: limit.day_bytes } : { messages: limit.org_day, bytes: limit.org_day_bytes };
  };
  const of = (value: string, most: string | undefined) => <span className="num">{most === undefined ? value : t('limits.of', { value, most })}</span>;
  return (
    <DataList
      label={t('limits.devices')}
      rows={usage}
      rowId={({ device_id, topic }) => `${device_id ?? ''} ${topic}`}
      columns={[
        {
          id: 'device',
          label: t('limits.device'),
          value: ({ device_id }) => device_id ?? '',
          cell: ({ device_id }) => (device_id ? <span className="mono">{device_id}</span> : <b>{t('limits.organisation')}</b>),
        },
        { id: 'topic', label: t('limits.topic'), value: ({ topic }) => topic, cell: ({ topic }) => topic },
        {
          id: 'messages',
          label: t('limits.messages'),
          align: 'end',
          value: ({ messages }) => messages,
          cell: (row) => of(f.format.number(row.messages), limitOf(row).messages > 0 ? f.format.number(limitOf(row).messages) : undefined),
        },
        {
          id: 'bytes',
          label: t('limits.bytes'),
          align: 'end',
          value: ({ bytes }) => bytes,
          cell: (row) => of(f.bytes(row.bytes), limitOf(row).bytes > 0 ? f.bytes(limitOf(row).bytes) : undefined),
        },
        {
          id: 'refused',
          label: t('limits.refused'),
          align: 'end',
          value: ({ refused }) => refused,
          cell: ({ refused }) => <span className={refused > 0 ? 'num ops-bad' : 'num'}>{f.format.number(refused)}</span>,
        },
      ]}
    />
  );
}
