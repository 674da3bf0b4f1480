import { Icon } from '../icons';
import { useText } from '../i18n';
import { useFormat } from '../units';
import type { BulkAction, TableSelection } from './column';

interface BulkBarProps<Row> {
  actions: BulkAction<Row>[];
  selection: TableSelection<Row>;
  /** Rows that match, on all pages. */
  total: number;
  onAll: () => void;
}

/** What stands over the table while rows are selected: how many, all that match, and what can be done with them. */
export function BulkBar<Row>({ actions, selection, total, onAll }: BulkBarProps<Row>) {
  const t = useText();
  const format = useFormat();
  return (
    <div className="table-bulk" role="region" aria-label={t('table.selection')}>
      <b role="status">{t('table.selected', { count: selection.count, formatted: format.number(selection.count) })}</b>
      {!selection.all && selection.count < total ? (
        <button type="button" className="btn text sm" onClick={onAll}>
          {t('table.selectAll', { total: format.number(total) })}
        </button>
      ) : null}
      <span className="grow" />
      {actions.map(({ id, label, icon, tone, onlyChosen, run }) => (
        <button key={id} type="button" className={`btn sm${tone === 'danger' ? ' danger' : ''}`} disabled={onlyChosen === true && selection.all} onClick={() => void run(selection)}>
          {icon ? <Icon name={icon} small /> : null}
          {label}
        </button>
      ))}
      <button type="button" className="ib sm" aria-label={t('table.clearSelection')} onClick={selection.clear}>
        <Icon name="close" small />
      </button>
    </div>
  );
}
