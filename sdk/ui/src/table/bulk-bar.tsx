import { Button, IconButton } from '../buttons';
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
        <Button variant="quiet" size="small" onClick={onAll}>
          {t('table.selectAll', { total: format.number(total) })}
        </Button>
      ) : null}
      <span className="grow" />
      {actions.map(({ id, label, icon, tone, onlyChosen, run }) => (
        <Button key={id} tone={tone === 'danger' ? 'danger' : undefined} size="small" disabled={onlyChosen === true && selection.all} onClick={() => void run(selection)}>
          {icon ? <Icon name={icon} small /> : null}
          {label}
        </Button>
      ))}
      <IconButton size="small" label={t('table.clearSelection')} onClick={selection.clear}>
        <Icon name="close" small />
      </IconButton>
    </div>
  );
}
