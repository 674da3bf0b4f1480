import { Empty, Failure, Icon, Loading, useManifestText, useText } from '@outrider/sdk';
import { useContributions } from '@outrider/sdk/contributions';
import { BrowserRouter, useLocation, useSearchParams } from '@outrider/sdk/router';
import { lazy, Suspense, useState } from 'react';

import { filtersOf, rangeOf, reportInPath } from './choice';
import { useRemembered } from './remembered';
import { ReportScreen } from './report-screen';
import { sectionsOf } from './sections';

import './reports.css';

const NewestFiles = lazy(() => import('../files/newest-files').then((m) => ({ default: m.NewestFiles })));

/** The reports that the user may make, and one of them. */
export function ReportsPage() {
  return (
    <BrowserRouter>
      <Reports />
    </BrowserRouter>
  );
}

/** One report, at an address of its own. */
export function OneReportPage({ only }: { only: string }) {
  return (
    <BrowserRouter>
      <Reports only={only} />
    </BrowserRouter>
  );
}

/** The fleet status, at an address of its own. */
export function FleetStatusPage() {
  return <OneReportPage only="fleet-status" />;
}

function Reports({ only }: { only?: string }) {
  const t = useText('reports');
  const text = useManifestText();
  const [parameters, setParameters] = useSearchParams();
  const inPath = reportInPath(useLocation().pathname);
  const [search, setSearch] = useState('');
  const [isListed, setListed] = useState(false); // on a phone the list stands behind a button
  const { data, error, refetch } = useContributions();
  const remembered = useRemembered();
  if (!data) {
    return <div className="rp rp-page">{error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading rows={8} />}</div>;
  }
  const types = data.report_types;
  const shown = types.find(({ id }) => id === (only ?? parameters.get('report_type') ?? inPath)) ?? (only ? undefined : types[0]);
  if (!shown) {
    return <div className="rp rp-page"><Empty icon="reports" title={t('none')}>{t('noneText')}</Empty></div>;
  }
  const asked = rangeOf(parameters.get('date_range') ?? '');
  const filtered = filtersOf(shown, parameters);
  const found = types.filter(({ title }) => text(title).toLocaleLowerCase().includes(search.trim().toLocaleLowerCase()));
  return (
    <div className="rp">
      {only ? null : (
        <nav className={isListed ? 'rp-nav listed' : 'rp-nav'} aria-label={t('types')}>
          <button type="button" className="rp-toggle" aria-expanded={isListed} onClick={() => setListed(!isListed)}>
            <Icon name="reports" small />
            <span className="grow">{t('find')}</span>
            <Icon name={isListed ? 'chevron-up' : 'chevron-down'} small />
          </button>
          <label className="field">
            <Icon name="search" small />
            <input type="search" aria-label={t('find')} placeholder={t('find')} value={search} onChange={(event) => setSearch(event.target.value)} />
          </label>
          {sectionsOf(found, text).map(([section, reports]) => (
            <section key={section} aria-label={section || t('types')}>
              {section ? <h2>{section}</h2> : null}
              <ul>
                {reports.map(({ id, title }) => (
                  <li key={id}>
                    <button type="button" className={id === shown.id ? 'rp-type on' : 'rp-type'} aria-current={id === shown.id ? 'page' : undefined} onClick={() => { setListed(false); setParameters({ report_type: id }); }}>
                      {text(title)}
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          ))}
          <Suspense fallback={null}><NewestFiles /></Suspense>
        </nav>
      )}
      <ReportScreen
        key={shown.id}
        type={shown}
        first={{ ...remembered.of(shown), ...(asked ? { shortcut: undefined, range: undefined, ...asked, vehicles: [], groups: [] } : {}), ...(filtered ? { filters: filtered, vehicles: [], groups: [] } : {}) }}
        onRemember={(choice) => remembered.keep(shown, choice)}
      />
    </div>
  );
}
