import { useState } from 'react';

import { Button, Chip, RemoveButton } from '../buttons';
import { labelled, useText } from '../i18n';
import { Icon } from '../icons';
import { useFormat } from '../units';
import type { TableColumn } from './column';
import { FilterEditor } from './filter-editor';
import { filterWords } from './filter-rules';
import type { ListFilter } from './list-query';

interface FiltersProps<Row> {
  columns: TableColumn<Row>[];
  filters: ListFilter[];
  onChange: (filters: ListFilter[]) => void;
}

/** The filters of a table: each a chip that opens its panel and can be taken away; columns that are often filtered by have one from the start, and a button adds any. */
export function Filters<Row>({ columns, filters, onChange }: FiltersProps<Row>) {
  const t = useText();
  const format = useFormat();
  const [edited, setEdited] = useState<{ anchor: HTMLElement; at: number; of?: TableColumn<Row> }>();
  const able = columns.filter(({ filterable }) => filterable !== false);
  if (able.length === 0) {
    return null;
  }
  const apply = (at: number) => (filter: ListFilter) => onChange(at < filters.length ? filters.with(at, filter) : [...filters, filter]);
  return (
    <>
      {filters.map((filter, at) => {
        const text = filterWords(filter, columns.find(({ id }) => id === filter.field), format, t);
        return (
          <span key={at} className="chip on table-chip">
            <button type="button" className="table-chip-words ell" aria-label={t('table.editFilter', { text })} onClick={(event) => setEdited({ anchor: event.currentTarget, at })}>
              {text}
            </button>
            <RemoveButton label={t('table.removeFilter', { text })} onClick={() => onChange(filters.toSpliced(at, 1))} />
          </span>
        );
      })}
      {able
        .filter(({ id, chip }) => chip && !filters.some(({ field }) => field === id))
        .map((column) => (
          <Chip key={column.id} aria-label={labelled(t('table.filters'), column.label)} aria-haspopup="dialog" onClick={(event) => setEdited({ anchor: event.currentTarget, at: filters.length, of: column })}>
            {column.label}
            <Icon name="chevron-down" small />
          </Chip>
        ))}
      <Button aria-haspopup="dialog" onClick={(event) => setEdited({ anchor: event.currentTarget, at: filters.length })}>
        <Icon name="filter" small />
        {t('table.addFilter')}
      </Button>
      {filters.length > 1 ? (
        <Button variant="quiet" onClick={() => onChange([])}>
          {t('table.clearAll')}
        </Button>
      ) : null}
      {edited ? <FilterEditor columns={able} of={edited.of} filter={filters[edited.at]} anchor={edited.anchor} onApply={apply(edited.at)} onClose={() => setEdited(undefined)} /> : null}
    </>
  );
}
