import { useFormat, useText } from '@outrider/sdk';
import { useId } from 'react';

import type { Entry } from './api';
import { readThreshold, writeThreshold } from './kinds';
import { useSavedText } from './use-saved-text';

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
  const { text, field } = useSavedText(saved, (typed) => {
    const chosen = readThreshold(typed, entry.unit, isImperial);
    if ('wrong' in chosen) return undefined; // it stays, and says so
    onChange(chosen.value);
    return chosen.value === null ? writeThreshold(entry.default_threshold, entry.unit, isImperial) : undefined;
  });
  const read = readThreshold(text, entry.unit, isImperial);
  const wrong = 'wrong' in read ? t(read.wrong, read.values) : undefined;
  return (
    <span className="cfg-threshold">
      <input
        className={wrong ? 'num wrong' : 'num'}
        inputMode="decimal"
        aria-label={label}
        aria-invalid={wrong !== undefined}
        {...(wrong ? { 'aria-describedby': noteId } : {})}
        placeholder={writeThreshold(entry.default_threshold, entry.unit, isImperial) || t('config.none')}
        maxLength={8}
        disabled={disabled}
        {...field}
      />
      <span className="t3 s12">{entry.unit === 'probability' ? '%' : entry.unit === 'km/h' && isImperial ? 'mph' : entry.unit}</span>
      {wrong ? <span id={noteId} className="cfg-wrong" role="alert">{wrong}</span> : null}
    </span>
  );
}
