import { ApiError, toast, usePermission, useText } from '@outrider/sdk';
import { Menu, MenuItem } from '@outrider/sdk/mui';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';

import { filesKey, makeFile } from '../api/files';
import type { FileFormat, Query } from '../api/report';
import type { ReportKind } from './report-kind';

const FilesDialog = lazy(() => import('../files/files-dialog').then((m) => ({ default: m.FilesDialog })));

const LetterheadDialog = lazy(() => import('../letterhead/letterhead-dialog').then((m) => ({ default: m.LetterheadDialog })));

const formats: readonly FileFormat[] = ['xlsx', 'pdf', 'csv', 'json'];

interface ExportMoreProps {
  type: ReportKind;
  /** With the time that the screen compares with. */
  query: Parameters<typeof makeFile>[1] & Query;
  columns: readonly string[];
  groupBy: string;
  /** What the menu hangs on; null: it is closed. */
  anchor: HTMLElement | null;
  onClose: () => void;
  onMake: (format: FileFormat) => void;
}

/** The other formats, files that are made in the background, those that were, and the letterhead. */
export function ExportMore({ type, query, columns, groupBy, anchor, onClose, onMake }: ExportMoreProps) {
  const t = useText('reports');
  const mayChangeLogo = usePermission('changeLetterhead');
  const client = useQueryClient();
  const [isListed, setListed] = useState(false);
  const [isLogo, setLogo] = useState(false);
  const behind = async (format: FileFormat) => {
    try {
      await makeFile(type.id, query, format, columns, groupBy);
      await client.invalidateQueries({ queryKey: filesKey });
      setListed(true);
    } catch (error) {
      toast(error instanceof ApiError ? error.message : t('exportFailed'), 'error');
    }
  };
  const item = (name: string, onChoose: () => void) => (
    <MenuItem
      key={name}
      onClick={() => {
        onClose();
        onChoose();
      }}
    >
      {name}
    </MenuItem>
  );
  return (
    <>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={onClose}>
        {formats.map((format) => item(t(`format.${format}`), () => onMake(format)))}
        {formats.slice(0, 2).map((format) => item(`${t(`format.${format}`)}, ${t('files.background')}`, () => void behind(format)))}
        {item(t('files.title'), () => setListed(true))}
        {mayChangeLogo ? item(t('logo.title'), () => setLogo(true)) : null}
      </Menu>
      {isLogo ? <Suspense fallback={null}><LetterheadDialog onClose={() => setLogo(false)} /></Suspense> : null}
      {isListed ? <Suspense fallback={null}><FilesDialog onClose={() => setListed(false)} /></Suspense> : null}
    </>
  );
}
