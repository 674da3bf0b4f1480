import { ApiError, Icon, saveBlob, toast, useManifestText, usePermission, useText } from '@outrider/sdk';
import { Menu, MenuItem } from '@outrider/sdk/mui';
import { startTask } from '@outrider/sdk/tasks';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';

import { filesKey, makeFile } from '../api/files';
import { getReportFile, type FileFormat, type Query } from '../api/report';
import type { ReportKind } from './report-kind';

const FilesDialog = lazy(() => import('../files/files-dialog').then((m) => ({ default: m.FilesDialog })));

const LetterheadDialog = lazy(() => import('../letterhead/letterhead-dialog').then((m) => ({ default: m.LetterheadDialog })));

const formats: readonly FileFormat[] = ['xlsx', 'pdf', 'csv', 'json'];

interface ExportMenuProps {
  type: ReportKind;
  query: Query;
  /** The time that the screen compares with. */
  before?: Query | undefined;
  columns: readonly string[];
  groupBy: string;
}

/** The report as a file, made while the user goes on, or in the background where it outlives the page; and the files that were made there. */
export function ExportMenu({ type, query, before, columns, groupBy }: ExportMenuProps) {
  const t = useText('reports');
  const text = useManifestText();
  const may = usePermission('exportReports');
  const mayChangeLogo = usePermission('changeLetterhead');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const client = useQueryClient();
  const asked = before ? { ...query, compared_with: { from: before.from, to: before.to } } : query;
  const [isListed, setListed] = useState(false);
  const [isLogo, setLogo] = useState(false);
  const behind = async (format: FileFormat) => {
    setAnchor(null);
    try {
      await makeFile(type.id, asked, format, columns, groupBy);
      await client.invalidateQueries({ queryKey: filesKey });
      setListed(true);
    } catch (error) {
      toast(error instanceof ApiError ? error.message : t('exportFailed'), 'error');
    }
  };
  const make = (format: FileFormat) => {
    setAnchor(null);
    startTask({
      title: t('exporting', { name: text(type.title), format: format.toUpperCase() }),
      run: async (_, signal) => {
        try {
          const name = `${type.id}-${query.from.slice(0, 10)}-${query.to.slice(0, 10)}.${format}`;
          saveBlob(await getReportFile(type.id, asked, format, columns, groupBy, signal), name);
        } catch (error) {
          if (!signal.aborted) toast(error instanceof ApiError ? error.message : t('exportFailed'), 'error');
          throw error;
        }
      },
    });
  };
  return (
    <>
      <span className="rp-split">
        <button type="button" className="btn primary" disabled={!may} onClick={() => make('xlsx')}>
          <Icon name="download" small />
          {t('exportXlsx')}
        </button>
        <button type="button" className="btn primary" disabled={!may} aria-label={t('moreFormats')} title={t('moreFormats')} aria-haspopup="menu" aria-expanded={anchor !== null} onClick={(event) => setAnchor(event.currentTarget)}>
          <Icon name="chevron-down" small />
        </button>
      </span>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {formats.map((format) => (
          <MenuItem key={format} onClick={() => make(format)}>{t(`format.${format}`)}</MenuItem>
        ))}
        {formats.slice(0, 2).map((format) => (
          <MenuItem key={`behind ${format}`} onClick={() => void behind(format)}>{`${t(`format.${format}`)}, ${t('files.background')}`}</MenuItem>
        ))}
        <MenuItem
          onClick={() => {
            setAnchor(null);
            setListed(true);
          }}
        >
          {t('files.title')}
        </MenuItem>
        {mayChangeLogo ? (
          <MenuItem
            onClick={() => {
              setAnchor(null);
              setLogo(true);
            }}
          >
            {t('logo.title')}
          </MenuItem>
        ) : null}
      </Menu>
      {isLogo ? <Suspense fallback={null}><LetterheadDialog onClose={() => setLogo(false)} /></Suspense> : null}
      {isListed ? (
        <Suspense fallback={null}>
          <FilesDialog onClose={() => setListed(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
