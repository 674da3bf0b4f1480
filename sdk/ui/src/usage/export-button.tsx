import { Menu, MenuItem } from '@mui/material';
import { useState } from 'react';

import { ApiError, postForFile } from '../api';
import { Button } from '../buttons';
import { toast } from '../feedback';
import { saveBlob } from '../files';
import { useText } from '../i18n';
import { Icon } from '../icons';
import { usePermission } from '../permissions';
import { startTask } from '../tasks';
import { useFormat } from '../units';
import type { UsageQuery } from './usage-choice';

const formats = ['xlsx', 'csv', 'pdf'] as const;

export interface ExportButtonProps {
  /** Whose catalogue has the texts `export`, `exporting` and `exportFailed`. */
  namespace: string;
  /** Id of the report that has the same rows. */
  report: string;
  query: UsageQuery;
}

/** What a page shows as a file, made by the reports of the same rows. */
export function ExportButton({ namespace, report, query: { vehicle_ids = [], ...query } }: ExportButtonProps) {
  const t = useText(namespace);
  const { zone } = useFormat().settings;
  const may = usePermission('exportReports');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const make = (format: string) => {
    setAnchor(null);
    startTask({
      title: t('exporting', { format: format.toUpperCase() }),
      run: async (_, signal) => {
        try {
          const file = await postForFile(`/org/{orgId}/reports/${report}/file`, { ...query, vehicle_ids, group_ids: [], zone, format }, { signal, narrow: true });
          saveBlob(file, `${report}-${query.from.slice(0, 10)}-${query.to.slice(0, 10)}.${format}`);
        } catch (error) {
          if (!signal.aborted) toast(error instanceof ApiError ? error.message : t('exportFailed'), 'error');
          throw error;
        }
      },
    });
  };
  return (
    <>
      <Button disabled={!may} aria-haspopup="menu" aria-expanded={anchor !== null} onClick={(event) => setAnchor(event.currentTarget)}>
        <Icon name="download" small />
        {t('export')}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {formats.map((format) => <MenuItem key={format} onClick={() => make(format)}>{format.toUpperCase()}</MenuItem>)}
      </Menu>
    </>
  );
}
