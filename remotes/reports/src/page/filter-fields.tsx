import { Segment, useManifestText, useText } from '@outrider/sdk';
import { lazy, Suspense, useState } from 'react';

import { ChoicesFilter } from './choices-filter';
import type { ReportKind } from './report-kind';

// Its code is fetched where a report has one.
const TimeFilter = lazy(() => import('./time-filter').then((module) => ({ default: module.TimeFilter })));

interface FilterFieldsProps {
  fields: ReportKind['filters'];
  values: Record<string, unknown>;
  onChange: (values: Record<string, unknown>) => void;
}

/** The filters that a report declares: choices, what its plugin offers, switches, texts and numbers. */
export function FilterFields({ fields, values, onChange }: FilterFieldsProps) {
  const text = useManifestText();
  const t = useText('reports');
  const put = (key: string, value: unknown) => {
    const others = Object.entries(values).filter(([one]) => one !== key);
    onChange(Object.fromEntries(value === undefined || value === '' ? others : [...others, [key, value]]));
  };
  return fields.map((field) => {
    const { key, kind, label, choices = [], multiple } = field;
    const value = values[key] ?? field.default;
    const chosen = Array.isArray(value) ? value[0] : value;
    if (field.from) {
      const list = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string' && one !== '') as string[];
      return <ChoicesFilter key={key} label={text(label)} from={field.from} value={list} onChange={(picked) => put(key, picked)} />;
    }
    if (kind === 'choice' && !multiple && choices.length <= 4) {
      return (
        <span key={key} className="seg" role="group" aria-label={text(label)}>
          {choices.map((one) => (
            <Segment key={one.value} isOn={chosen === one.value} onClick={() => put(key, one.value)}>
              {text(one.label)}
            </Segment>
          ))}
        </span>
      );
    }
    if (kind === 'choice') {
      const several = Array.isArray(value) && value.length > 1 ? value.map(String) : undefined;
      return (
        <select key={key} className={chosen ? 'chip on' : 'chip'} aria-label={text(label)} value={String(several ?? chosen ?? '')} onChange={({ target }) => put(key, target.value === '' ? undefined : multiple ? target.value.split(',') : target.value)}>
          <option value="">{t('labelled', { label: text(label), value: t('any') })}</option>
          {several ? <option value={String(several)}>{choices.filter((one) => several.includes(one.value)).map((one) => text(one.label)).join(', ')}</option> : null}
          {choices.map((one) => <option key={one.value} value={one.value}>{text(one.label)}</option>)}
        </select>
      );
    }
    if (kind === 'boolean') {
      return (
        <label key={key} className="chip">
          <input type="checkbox" checked={value === true} onChange={({ target }) => put(key, target.checked ? true : undefined)} />
          {text(label)}
        </label>
      );
    }
    if (key.endsWith('_time')) {
      return (
        <Suspense key={key} fallback={null}>
          <TimeFilter label={text(label)} value={String(value ?? '')} onChange={(typed) => put(key, typed)} />
        </Suspense>
      );
    }
    return <TextFilter key={`${key} ${String(value ?? '')}`} label={text(label)} isNumber={kind !== 'text'} value={String(value ?? '')} onChange={(typed) => put(key, kind === 'text' ? typed : typed === '' ? undefined : Number(typed))} />;
  });
}

interface TextFilterProps {
  label: string;
  isNumber: boolean;
  value: string;
  onChange: (value: string) => void;
}

/** A filter that is typed: it counts once the field is left, or by Enter. */
function TextFilter({ label, isNumber, value, onChange }: TextFilterProps) {
  const [typed, setTyped] = useState(value);
  const take = () => {
    if (typed !== value) onChange(typed);
  };
  return (
    <label className="rp-typed">
      <span className="s12 t2">{label}</span>
      <input
        type={isNumber ? 'number' : 'text'}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={take}
        onKeyDown={({ key }) => {
          if (key === 'Enter') take();
        }}
      />
    </label>
  );
}
