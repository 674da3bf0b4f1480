import { Popover } from '@mui/material';
import { useId, useState, type FormEvent } from 'react';

import { Button } from '../buttons';
import { useText } from '../i18n';
import { useFormat } from '../units';
import type { TableColumn } from './column';
import { conditionKey, conditionsOf, draftOf, draftUnit, filterOf, newDraft, type FilterDraft } from './filter-rules';
import type { ListFilter } from './list-query';

interface FilterEditorProps<Row> {
  /** Those that can be filtered by. */
  columns: TableColumn<Row>[];
  /** The only one that is asked for. */
  of: TableColumn<Row> | undefined;
  /** The filter that is changed; undefined for a new one. */
  filter: ListFilter | undefined;
  anchor: HTMLElement;
  onApply: (filter: ListFilter) => void;
  onClose: () => void;
}

/** The panel of one filter: column, condition, value. */
export function FilterEditor<Row>({ columns, of, filter, anchor, onApply, onClose }: FilterEditorProps<Row>) {
  const t = useText();
  const format = useFormat();
  const fieldId = useId();
  const conditionId = useId();
  const [draft, setDraft] = useState(() => (of ? newDraft(of) : firstDraft(columns, filter, format)));
  const column = columns.find(({ id }) => id === draft?.field);
  if (!draft || !column) {
    return null;
  }
  const ready = filterOf(draft, column, format);
  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (ready) {
      onApply(ready);
      onClose();
    }
  };
  return (
    <Popover open anchorEl={anchor} onClose={onClose} anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }} slotProps={{ paper: { role: 'dialog', 'aria-label': of?.label ?? t('table.filters'), sx: { mt: '4px' } } }}>
      <form className="table-filter" onSubmit={apply}>
        {of ? null : (
          <>
            <label className="label" htmlFor={fieldId}>{t('table.field')}</label>
            {/* The panel was opened to be filled in. */}
            {/* eslint-disable-next-line jsx-a11y/no-autofocus */}
            <select id={fieldId} className="field" autoFocus value={draft.field} onChange={(event) => setDraft(draftFor(columns, event.target.value) ?? draft)}>
              {columns.map(({ id, label }) => (
                <option key={id} value={id}>{label}</option>
              ))}
            </select>
          </>
        )}
        {of && (of.kind === 'one-of' || of.kind === 'yes-no') ? null : (
          <>
            <label className="label" htmlFor={conditionId}>{t('table.condition')}</label>
            <select id={conditionId} className="field" value={draft.condition} onChange={(event) => setDraft({ ...draft, condition: event.target.value as FilterDraft['condition'] })}>
              {conditionsOf(column).map((condition) => (
                <option key={condition} value={condition}>{t(conditionKey(condition, column))}</option>
              ))}
            </select>
          </>
        )}
        <ValueField column={column} draft={draft} unit={draftUnit(column, format)} onChange={setDraft} />
        <div className="row table-filter-foot">
          <span className="grow" />
          <Button variant="quiet" onClick={onClose}>{t('action.cancel')}</Button>
          <Button type="submit" variant="primary" disabled={!ready}>{t('table.apply')}</Button>
        </div>
      </form>
    </Popover>
  );
}

interface ValueFieldProps<Row> {
  column: TableColumn<Row>;
  draft: FilterDraft;
  unit: string;
  onChange: (draft: FilterDraft) => void;
}

/** The value, in the way of the column's kind. */
function ValueField<Row>({ column: { kind = 'text', options = [] }, draft, unit, onChange }: ValueFieldProps<Row>) {
  const t = useText();
  const id = useId();
  if (draft.condition === 'empty' || draft.condition === 'notEmpty') {
    return null;
  }
  if (draft.condition === 'in') {
    const toggle = (value: string, on: boolean) => onChange({ ...draft, chosen: on ? [...draft.chosen, value] : draft.chosen.filter((one) => one !== value) });
    return (
      <fieldset className="table-options">
        <legend className="label">{t('table.value')}</legend>
        {options.map(({ value, label }) => (
          <label key={value} className="row">
            <input type="checkbox" className="tick" checked={draft.chosen.includes(value)} onChange={(event) => toggle(value, event.target.checked)} />
            {label}
          </label>
        ))}
      </fieldset>
    );
  }
  const choices = kind === 'yes-no' && options.length === 0 ? [{ value: 'true', label: t('table.yes') }, { value: 'false', label: t('table.no') }] : kind === 'one-of' || kind === 'yes-no' ? options : undefined;
  const isTime = kind === 'date' || kind === 'date-time';
  return (
    <>
      <label className="label" htmlFor={id}>{unit ? `${t('table.value')} (${unit})` : t('table.value')}</label>
      {choices ? (
        <select id={id} className="field" value={draft.text} onChange={(event) => onChange({ ...draft, text: event.target.value })}>
          <option value="" disabled hidden />
          {choices.map(({ value, label }) => (
            <option key={value} value={value}>{label}</option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          className="field"
          type={isTime ? 'datetime-local' : 'text'}
          inputMode={unit || kind === 'number' ? 'decimal' : undefined}
          maxLength={isTime ? undefined : 200}
          autoComplete="off"
          value={draft.text}
          onChange={(event) => onChange({ ...draft, text: event.target.value })}
        />
      )}
    </>
  );
}

function firstDraft<Row>(columns: TableColumn<Row>[], filter: ListFilter | undefined, format: ReturnType<typeof useFormat>): FilterDraft | undefined {
  const column = columns.find(({ id }) => id === filter?.field);
  return filter && column ? draftOf(filter, column, format) : draftFor(columns, columns[0]?.id);
}

function draftFor<Row>(columns: TableColumn<Row>[], id: string | undefined): FilterDraft | undefined {
  const column = columns.find((one) => one.id === id);
  return column && newDraft(column);
}
