import { Empty, useText } from '@outrider/sdk';

import type { PluginDetail } from '../api/plugins';
import { DataList } from '../ui/data-list';
import { useFigures } from '../ui/figures';

type Operation = PluginDetail['operations'][number];

/** What a plugin serves and what went to each in the last minute. */
export function OperationList({ operations }: { operations: Operation[] }) {
  const t = useText('admin');
  const f = useFigures();
  if (operations.length === 0) {
    return <Empty icon="plug" title={t('plugins.noOperations')} />;
  }
  const used = (traffic: Operation['traffic'], text: string) => <span className="num">{traffic.count > 0 ? text : '–'}</span>;
  return (
    <DataList
      label={t('plugins.operations')}
      rows={operations}
      rowId={({ name }) => name}
      columns={[
        { id: 'name', label: t('plugins.operation'), value: ({ name }) => name, cell: ({ name }) => <span className="mono">{name}</span> },
        { id: 'calls', label: t('plugins.calls'), align: 'end', value: ({ traffic }) => traffic.per_second, cell: ({ traffic }) => used(traffic, f.rate(traffic.per_second)) },
        { id: 'p50', label: t('plugins.p50'), align: 'end', value: ({ traffic }) => traffic.p50_ms, cell: ({ traffic }) => used(traffic, f.ms(traffic.p50_ms)) },
        { id: 'p99', label: t('plugins.p99'), align: 'end', value: ({ traffic }) => traffic.p99_ms, cell: ({ traffic }) => used(traffic, f.ms(traffic.p99_ms)) },
        { id: 'errors', label: t('plugins.errors'), align: 'end', value: ({ traffic }) => traffic.error_rate, cell: ({ traffic }) => used(traffic, f.share(traffic.error_rate)) },
      ]}
    />
  );
}
