import { Menu, MenuItem } from '@mui/material';
import { useEffect, useRef, useState } from 'react';

import { apiOf } from '../api/api-of';
import { Button, IconButton } from '../buttons';
import { snackbar, toast } from '../feedback';
import { saveBlob } from '../files';
import type { paths } from '../host-api';
import { useText } from '../i18n';
import { Icon } from '../icons';
import { useFormat } from '../units';
import type { TableColumn } from './column';
import { csvOf, xlsxOf } from './export-file';
import { exportMax, ExportTooLarge, readAll } from './export-rows';
import type { ListQuery } from './list-query';
import type { FetchPage } from './use-page';

const api = apiOf<paths>();

interface ExportMenuProps<Row> {
  label: string;
  columns: TableColumn<Row>[];
  query: ListQuery;
  fetchPage: FetchPage<Row>;
}

/** Writes everything that matches into a file, with the columns, units, language and times that the user sees. */
export function ExportMenu<Row>(props: ExportMenuProps<Row>) {
  const t = useText();
  const format = useFormat();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const { progress, run, cancel } = useExport(props);
  const choose = (kind: 'csv' | 'xlsx') => () => {
    setAnchor(undefined);
    run(kind);
  };
  if (progress) {
    const words = t('table.exporting', { done: format.number(progress.done), total: format.number(progress.total) });
    return (
      <span className="table-export">
        <span className="s12 t2 num">{words}</span>
        <progress max={Math.max(1, progress.total)} value={progress.done} aria-label={words} />
        <Button variant="quiet" size="small" onClick={cancel}>
          {t('action.cancel')}
        </Button>
      </span>
    );
  }
  return (
    <>
      <IconButton variant="outlined" aria-haspopup="menu" label={t('table.export')} onClick={(event) => setAnchor(event.currentTarget)}>
        <Icon name="download" small />
      </IconButton>
      <Menu open={anchor !== undefined} anchorEl={anchor ?? null} onClose={() => setAnchor(undefined)} slotProps={{ list: { 'aria-label': t('table.export') } }}>
        <MenuItem onClick={choose('csv')}>{t('table.exportCsv')}</MenuItem>
        <MenuItem onClick={choose('xlsx')}>{t('table.exportXlsx')}</MenuItem>
      </Menu>
    </>
  );
}

function useExport<Row>({ label, columns, query, fetchPage }: ExportMenuProps<Row>) {
  const t = useText();
  const format = useFormat();
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const work = useRef<AbortController>(undefined);
  useEffect(() => () => work.current?.abort(), []);
  const run = async (kind: 'csv' | 'xlsx') => {
    const controller = new AbortController();
    work.current = controller;
    setProgress({ done: 0, total: 0 });
    try {
      const rows = await readAll(fetchPage, query, controller.signal, (done, total) => setProgress({ done, total }));
      const settings = { format, words: { yes: t('table.yes'), no: t('table.no') } };
      const blob = kind === 'csv' ? new Blob([csvOf(columns, rows, settings)], { type: 'text/csv;charset=utf-8' }) : await xlsxOf(label, columns, rows, settings);
      // The audit log of the organisation has who took what, before the file is there.
      await api.post('/org/{orgId}/exports', { name: label, format: kind, rows: rows.length }, undefined, { signal: controller.signal });
      controller.signal.throwIfAborted();
      saveBlob(blob, `${label} ${new Date().toISOString().slice(0, 10)}.${kind}`);
      toast(t('table.exported', { count: rows.length, total: format.number(rows.length) }));
    } catch (error) {
      if (!controller.signal.aborted) {
        const text = error instanceof ExportTooLarge ? t('table.exportTooLarge', { max: format.number(exportMax) }) : t('table.exportFailed');
        snackbar(text, { label: t('state.retry'), run: () => void run(kind) }, 'error');
      }
    } finally {
      setProgress(undefined);
    }
  };
  return { progress, run: (kind: 'csv' | 'xlsx') => void run(kind), cancel: () => work.current?.abort() };
}
