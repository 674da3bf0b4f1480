import type { ReactNode } from 'react';

import { useText } from '../i18n';
import { Failure, Loading } from '../states';
import { ExportButton } from './export-button';
import type { UsageChoice, UsageQuery } from './usage-choice';
import { ScheduleButton } from './schedule-button';
import { UsageFilters, type UsageField } from './usage-filters';

import './usage.css';

/** How far the past is that is worked out after a module was turned on. */
export interface UsagePast {
  complete: boolean;
  /** 0 to 1. */
  share: number;
}

export interface UsagePageProps {
  /** Of the texts `title`, `making`, `filling` (with percent) and those of filters and export. */
  namespace: string;
  report: string;
  choice: UsageChoice;
  query: UsageQuery;
  onChange: (choice: UsageChoice) => void;
  fields: readonly UsageField[];
  /** More filters. */
  more?: ReactNode;
  asked: { data: { past: UsagePast } | undefined; error: Error | null; isFetching: boolean; isPlaceholderData: boolean; refetch: () => unknown };
  children: ReactNode;
}

/** The frame of a page about what vehicles did in a time: filters, export, a schedule of its report, and what is old, being worked out or failed. */
export function UsagePage({ namespace, report, choice, query, onChange, fields, more, asked, children }: UsagePageProps) {
  const t = useText(namespace);
  const { data, error, isFetching, isPlaceholderData, refetch } = asked;
  return (
    <section className="usage-page" aria-label={t('title')}>
      <header className="usage-head">
        <h1>{t('title')}</h1>
        <span className="grow" />
        <ScheduleButton report={report} />
        <ExportButton namespace={namespace} report={report} query={query} />
      </header>
      <UsageFilters namespace={namespace} choice={choice} onChange={onChange} fields={fields}>{more}</UsageFilters>
      {error ? <Failure error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Loading rows={8} /> : null}
      {data ? (
        <div className={isPlaceholderData ? 'usage-body usage-before' : 'usage-body'} aria-busy={isFetching}>
          {isPlaceholderData && !error ? <p className="stale" role="status">{t('making')}</p> : null}
          {data.past.complete ? null : <p className="stale" role="status">{t('filling', { percent: Math.round(data.past.share * 100) })}</p>}
          {children}
        </div>
      ) : null}
    </section>
  );
}
