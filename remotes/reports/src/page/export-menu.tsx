import { ApiError, Icon, saveBlob, toast, useManifestText, usePermission, useText } from '@outrider/sdk';
import { Menu, MenuItem } from '@outrider/sdk/mui';
import { startTask } from '@outrider/sdk/tasks';
import { useState } from 'react';

import { getReportFile, type FileFormat, type Query } from '../api/report';
import type { ReportKind } from './report-kind';

const formats: readonly FileFormat[] = ['xlsx', 'pdf', 'csv', 'json'];

/** The report as a file, made while the user goes on; it can be cancelled. */
export function ExportMenu({ type, query, columns }: { type: ReportKind; query: Query; columns: readonly string[] }) {
  const t = useText('reports');
  const text = useManifestText();
  const may = usePermission('exportReports');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const make = (format: FileFormat) => {
    setAnchor(null);
    startTask({
      title: t('exporting', { name: text(type.title), format: format.toUpperCase() }),
      run: async (_, signal) => {
        try {
          const name = `${type.id}-${query.from.slice(0, 10)}-${query.to.slice(0, 10)}.${format}`;
          saveBlob(await getReportFile(type.id, query, format, columns, signal), name);
        } catch (error) {
          if (!signal.aborted) toast(error instanceof ApiError ? error.message : t('exportFailed'), 'error');
          throw error;
        }
      },
    });
  };
  return (
    <>
      <button type="button" className="btn primary" disabled={!may} aria-haspopup="menu" aria-expanded={anchor !== null} onClick={(event) => setAnchor(event.currentTarget)}>
        <Icon name="download" small />
        {t('export')}
      </button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {formats.map((format) => (
          <MenuItem key={format} onClick={() => make(format)}>{t(`format.${format}`)}</MenuItem>
        ))}
      </Menu>
    </>
  );
}
