import { ApiError } from '@outrider/sdk/bare';

import { h } from './elements';
import { field } from './field';
import { form } from './form';
import type { NextStep } from './next-step';
import { knowsPasskeys, passkeyButton } from './passkey';
import { post } from './post';
import type { Translate } from './texts';

/** Asks for a code of the app, or for a recovery code. */
export function secondStepForm(t: Translate, step: NextStep, done: () => void, kind: 'app' | 'recovery' = step.methods.includes('app') ? 'app' : 'recovery'): HTMLElement {
  const isApp = kind === 'app';
  const code = field(t, { id: 'code', label: t(isApp ? 'second.code' : 'second.recovery'), type: 'text', autocomplete: isApp ? 'one-time-code' : 'off', digits: isApp });
  const made = form(t, {
    title: t('second.title'),
    text: t(isApp ? 'second.text' : 'second.recoveryText'),
    submit: t('signIn.submit'),
    fields: [code],
    say: (error) => sayOf(t, error),
    validate: () => {
      code.complain(code.input.value.trim() === '' ? t('form.required') : '');
      return code.input.value.trim() !== '';
    },
    send: async () => {
      const typed = code.input.value.trim();
      await post('/auth/second-step', { ticket: step.ticket, ...(isApp ? { code: typed } : { recovery_code: typed }) });
      done();
    },
  });
  if (step.methods.includes('passkey') && knowsPasskeys()) {
    made.append(passkeyButton(t, done, step.ticket));
  }
  const other = isApp ? 'recovery' : 'app';
  if (step.methods.includes(other)) {
    const change = h('button', { type: 'button', class: 'btn text' }, t(isApp ? 'second.useRecovery' : 'second.useApp'));
    change.addEventListener('click', () => {
      const next = secondStepForm(t, step, done, other);
      made.replaceWith(next);
      next.querySelector('input')?.focus();
    });
    made.append(h('p', { class: 'sign-more' }, change));
  }
  made.append(h('p', { class: 'sign-more' }, h('a', { href: '/sign-in' }, t('forgot.back'))));
  return made;
}

/** What a refused code means. */
export function sayOf(t: Translate, error: unknown): string | undefined {
  if (!(error instanceof ApiError)) {
    return undefined;
  }
  if (error.kind === 'signed_out') {
    return t('second.tooLong');
  }
  return error.status === 422 ? t('second.wrong') : undefined;
}
