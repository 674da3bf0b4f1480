import { useText } from '@outrider/sdk';

import type { PluginDetail } from '../api/plugins';
import { DataList } from '../ui/data-list';
import { useFigures } from '../ui/figures';

/** The releases of a plugin that lie on this host. */
export function ReleaseList({ releases }: { releases: PluginDetail['releases'] }) {
  const t = useText('admin');
  const f = useFigures();
  return (
    <DataList
      label={t('plugins.releases')}
      rows={releases}
      rowId={({ digest }) => digest}
      columns={[
        { id: 'version', label: t('plugins.version'), cell: ({ version }) => <b>{version}</b> },
        { id: 'digest', label: t('plugins.digest'), cell: ({ digest }) => <span className="mono ops-break">{digest}</span> },
        { id: 'at', label: t('plugins.installed'), cell: ({ at }) => f.format.dateTime(at) },
        { id: 'use', label: t('plugins.use'), cell: ({ current, former }) => (current ? t('plugins.current') : former ? t('plugins.former') : t('plugins.kept')) },
      ]}
    />
  );
}
