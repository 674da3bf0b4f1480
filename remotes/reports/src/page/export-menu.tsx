import { Button, Icon, toast, useManifestText, usePermission, useText } from '@outrider/sdk';
import { lazy, Suspense, useState } from 'react';

import type { FileFormat, Query } from '../api/report';
import type { ReportKind } from './report-kind';

/** What the menu offers is fetched when it is opened first. */
const ExportMore = lazy(() => import('./export-more').then((m) => ({ default: m.ExportMore })));

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
  const [anchor, setAnchor] = useState<HTMLElement | null>();
  const asked = before ? { ...query, compared_with: { from: before.from, to: before.to } } : query;
  const make = (format: FileFormat) =>
    void import('./export-file').then(
      ({ exportFile }) => exportFile(format, { id: type.id, query: asked, columns, groupBy }, { title: t('exporting', { name: text(type.title), format: format.toUpperCase() }), failed: t('exportFailed') }),
      () => toast(t('exportFailed'), 'error'),
    );
  return (
    <>
      <span className="rp-split">
        <Button variant="primary" disabled={!may} onClick={() => make('xlsx')}>
          <Icon name="download" small />
          {t('exportXlsx')}
        </Button>
        <Button variant="primary" disabled={!may} aria-label={t('moreFormats')} title={t('moreFormats')} aria-haspopup="menu" aria-expanded={Boolean(anchor)} onClick={(event) => setAnchor(event.currentTarget)}>
          <Icon name="chevron-down" small />
        </Button>
      </span>
      {anchor === undefined ? null : (
        <Suspense fallback={null}>
          <ExportMore type={type} query={asked} columns={columns} groupBy={groupBy} anchor={anchor} onClose={() => setAnchor(null)} onMake={make} />
        </Suspense>
      )}
    </>
  );
}
