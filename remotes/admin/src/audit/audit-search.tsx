import { Segment, useText } from '@outrider/sdk';

import type { AuditFilter } from '../api/audit';
import { TimeField } from '../ui/time-field';

interface AuditSearchProps {
  filter: AuditFilter;
  onFilter: (filter: AuditFilter) => void;
  /** For those who may see all organisations. */
  ofAll?: boolean;
  onOfAll?: (ofAll: boolean) => void;
}

const results = ['done', 'refused', 'failed', 'unknown'] as const;

/** What is looked for in the log. */
export function AuditSearch({ filter, onFilter, ofAll, onOfAll }: AuditSearchProps) {
  const t = useText('admin');
  const set = (change: Partial<AuditFilter>) => onFilter({ ...filter, ...change });
  const field = (name: 'person' | 'object' | 'operation' | 'organisation', label: string) => (
    <label className="field">
      <span className="t3 s12">{label}</span>
      <input value={filter[name] ?? ''} size={12} onChange={(e) => set({ [name]: e.target.value.trim() || undefined })} />
    </label>
  );
  return (
    <div className="ops-bar">
      {onOfAll ? (
        <div className="seg" role="group" aria-label={t('audit.of')}>
          <Segment isOn={ofAll === true} onClick={() => onOfAll(true)}>
            {t('audit.all')}
          </Segment>
          <Segment isOn={!ofAll} onClick={() => onOfAll(false)}>
            {t('audit.own')}
          </Segment>
        </div>
      ) : null}
      {field('person', t('audit.who'))}
      {field('operation', t('audit.what'))}
      {field('object', t('audit.object'))}
      {ofAll ? field('organisation', t('organisation')) : null}
      <label className="field">
        <span className="t3 s12">{t('audit.result')}</span>
        <select value={filter.result ?? ''} onChange={(e) => set({ result: e.target.value || undefined })}>
          <option value="">{t('audit.any')}</option>
          {results.map((result) => (
            <option key={result} value={result}>
              {t(`state.${result}`)}
            </option>
          ))}
        </select>
      </label>
      <TimeField label={t('from')} value={filter.from} onChange={(from) => set({ from })} />
      <TimeField label={t('to')} value={filter.to} onChange={(to) => set({ to })} />
    </div>
  );
}
