import { useFormat, useText } from '@outrider/sdk';
import { useEffect, useId, useState } from 'react';

import type { Entry } from './api';
import { readThreshold, writeThreshold } from './kinds';

interface ThresholdFieldProps {
  label: string;
  entry: Entry;
  disabled: boolean;
  onChange: (threshold: number | null) => void;
}

/** A threshold: typed, checked at once, saved when the field is left or by Enter. Empty is the default. */
export function ThresholdField({ label, entry, disabled, onChange }: ThresholdFieldProps) {
  const t = useText('alerts');
  const noteId = useId();
  const { units } = useFormat().settings;
  const isImperial = units !== 'Metric';
  const saved = writeThreshold(entry.threshold, entry.unit, isImperial);
  const [text, setText] = useState(saved);
  useEffect(() => setText(saved), [saved]);
  const read = readThreshold(text, entry.unit, isImperial);
  const wrong = 'wrong' in read ? t(read.wrong, read.values) : undefined;
  const save = () => {
    if ('value' in read && text.trim() !== saved) {
      onChange(read.value);
      if (read.value === null) setText(writeThreshold(entry.default_threshold, entry.unit));
    }
  };
  return (
    <span className="cfg-threshold">
      <input
        className={wrong ? 'num wrong' : 'num'}
        inputMode="decimal"
        aria-label={label}
        aria-invalid={wrong !== undefined}
        {...(wrong ? { 'aria-describedby': noteId } : {})}
        placeholder={writeThreshold(entry.default_threshold, entry.unit) || t('config.none')}
        maxLength={8}
        value={text}
        disabled={disabled}
        onChange={(event) => setText(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            save();
          }
          if (event.key === 'Escape' && text !== saved) {
            event.stopPropagation();
            setText(saved);
          }
        }}
      />
      <span className="t3 s12">{entry.unit === 'probability' ? '%' : entry.unit === 'km/h' && isImperial ? 'mph' : entry.unit}</span>
      {wrong ? <span id={noteId} className="cfg-wrong" role="alert">{wrong}</span> : null}
    </span>
  );
}
