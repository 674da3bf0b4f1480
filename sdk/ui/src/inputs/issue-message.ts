import type { z } from 'zod';

import { translate } from '../i18n';

/** Finds how a field shows a bound of the schema, such as 120 km/h as 75 mph; undefined leaves it as it is. */
export type ShowBound = (path: string, bound: number) => string | undefined;

/** What zod says about one wrong value, before it becomes a sentence. */
export type Issue = Parameters<z.core.$ZodErrorMap>[0];

/**
 * The product's sentence for what a schema found wrong, so that plain zod (`z.string().min(8)`) needs no texts. A rule that
 * brings its own message keeps it; undefined leaves the choice to zod.
 */
export function issueMessage(issue: Issue, showBound: ShowBound = () => undefined): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return isMissing(issue.input) || issue.expected !== 'number' ? translate('form.required') : translate('form.numeric');
    case 'invalid_value':
      return translate('form.required');
    case 'invalid_format':
      return issue.format === 'email' ? translate('form.email') : translate('form.format');
    case 'too_small':
      return tooSmall(issue, showBound);
    case 'too_big':
      return tooBig(issue, showBound);
    default:
      return undefined;
  }
}

function tooSmall(issue: Extract<Issue, { code: 'too_small' }>, showBound: ShowBound): string {
  if (issue.origin === 'string') {
    return isMissing(issue.input) || Number(issue.minimum) <= 1 ? translate('form.required') : translate('form.min', { length: issue.minimum });
  }
  if (issue.origin === 'array' || issue.origin === 'set') {
    return translate('form.required');
  }
  return translate('form.minValue', { min: bound(issue, Number(issue.minimum), showBound) });
}

function tooBig(issue: Extract<Issue, { code: 'too_big' }>, showBound: ShowBound): string {
  return issue.origin === 'string'
    ? translate('form.max', { length: issue.maximum })
    : translate('form.maxValue', { max: bound(issue, Number(issue.maximum), showBound) });
}

function bound(issue: Issue, value: number, showBound: ShowBound): string {
  return showBound((issue.path ?? []).join('.'), value) ?? String(value);
}

function isMissing(input: unknown): boolean {
  return input === undefined || input === null || input === '';
}
