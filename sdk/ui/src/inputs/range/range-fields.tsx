import { useId } from 'react';

import { useText } from '../../i18n';
import { Icon } from '../../icons';
import { OutlinedInput } from '@mui/material';
import { completeDay } from '../day-input';
import { TimeInput } from '../time-input';
import type { RangeDraft, RangeErrors } from './range-rules';

interface RangeFieldsProps {
  draft: RangeDraft;
  errors: RangeErrors;
  onChange: (part: Partial<RangeDraft>) => void;
  daysOnly: boolean;
  today: string;
}

/** The range to type: a date and a time for each end. */
export function RangeFields({ draft, errors, onChange, daysOnly, today }: RangeFieldsProps) {
  const t = useText();
  const id = useId();
  const wrong = Object.values(errors);
  return (
    <div className="range-fields">
      {(['start', 'end'] as const).map((end) => {
        const day = end === 'start' ? 'from' : 'to';
        const time = end === 'start' ? 'startTime' : 'endTime';
        return (
          <div key={end} role="group" aria-labelledby={`${id}-${end}`} className="range-end fld">
            <span className="label" id={`${id}-${end}`}>
              {t(`range.${end}`)}
            </span>
            <OutlinedInput
              id={`${id}-${day}`}
              value={draft[day]}
              error={Boolean(errors[day])}
              onChange={(event) => onChange({ [day]: event.target.value.trim() })}
              onBlur={() => onChange({ [day]: completeDay(draft[day], today) })}
              inputProps={{ 'aria-label': t(end === 'start' ? 'range.startDateLabel' : 'range.endDateLabel'), 'aria-invalid': Boolean(errors[day]), 'aria-describedby': `${id}-note`, placeholder: t('input.dayShape'), inputMode: 'numeric', className: 'num', autoComplete: 'off' }}
            />
            {daysOnly ? null : (
              <TimeInput
                id={`${id}-${time}`}
                value={draft[time]}
                isWrong={Boolean(errors[time])}
                onChange={(value) => onChange({ [time]: value })}
                aria={{ 'aria-label': t(end === 'start' ? 'range.startTimeLabel' : 'range.endTimeLabel'), 'aria-invalid': Boolean(errors[time]), 'aria-describedby': `${id}-note` }}
              />
            )}
          </div>
        );
      })}
      <p className="fld-note bad range-note" id={`${id}-note`} role="status">
        {wrong[0] ? (
          <>
            <Icon name="warning" small />
            <span>{wrong[0]}</span>
          </>
        ) : null}
      </p>
    </div>
  );
}
