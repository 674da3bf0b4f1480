import { z } from 'zod';

import { translate } from '../i18n';
import { isDay, isTime } from '../units';

/** The schema of a {@link DateField} that must be filled in: a day that exists. */
export function day() {
  return wellFormed(isDay, 'form.date');
}

/** The schema of a {@link TimeField} that must be filled in. */
export function time() {
  return wellFormed(isTime, 'form.time');
}

function wellFormed(isGood: (text: string) => boolean, key: string) {
  return z.string().min(1).check((context) => {
    if (context.value !== '' && !isGood(context.value)) {
      context.issues.push({ code: 'custom', message: translate(key), input: context.value });
    }
  });
}
