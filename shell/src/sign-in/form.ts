import { ApiError } from '@outrider/sdk/bare';

import { brand, h } from './elements';
import type { Field } from './field';
import { countDown } from './count-down';
import { sentenceFor } from './sentences';
import type { Translate } from './texts';

export interface FormOptions {
  title: string;
  text: string;
  submit: string;
  fields: Field[];
  /** Says at once what a field lacks; true when everything may be sent. */
  validate: () => boolean;
  /** Sends; what it rejects with is shown above the button. */
  send: () => Promise<void>;
  /** A sentence to begin with, such as why the user is here. */
  notice?: string;
  /** What this form says of an error in its own words; undefined: the usual sentence. */
  say?: (error: unknown) => string | undefined;
  /** Shown between the text and the fields. */
  picture?: Node;
}

/** A form of this page: it tells what went wrong, keeps what was typed, and cannot be sent twice at once. */
export function form(t: Translate, { title, text, submit, fields, validate, send, notice, say, picture }: FormOptions): HTMLElement {
  const message = h('div', { class: 'sign-message', role: 'alert', hidden: notice === undefined }, notice ?? '');
  const button = h('button', { type: 'submit', class: 'btn primary sign-submit' }, submit);
  const show = (sentence: string) => {
    message.textContent = sentence;
    message.hidden = sentence === '';
  };

  const submitted = async () => {
    if (button.getAttribute('aria-busy') === 'true' || button.disabled) {
      return;
    }
    if (!validate()) {
      fields.find(({ input }) => input.getAttribute('aria-invalid') === 'true')?.input.focus();
      return;
    }
    button.setAttribute('aria-busy', 'true');
    try {
      show('');
      await send();
    } catch (error) {
      const own = say?.(error);
      show(own ?? sentenceFor(t, error));
      if (own === undefined) {
        markFields(fields, error);
      }
      const waitS = error instanceof ApiError && error.status === 429 ? error.retryAfterS : undefined;
      if (waitS) {
        countDown(waitS, (leftS) => {
          button.disabled = leftS > 0;
          show(leftS > 0 ? t('error.tooMany', { wait: waitText(t, leftS) }) : '');
        });
      }
    } finally {
      button.removeAttribute('aria-busy');
    }
  };

  return h(
    'form',
    { class: 'sign-form', novalidate: true, onsubmit: (event) => {
      event.preventDefault();
      void submitted();
    } },
    brand(),
    h('h1', {}, title),
    h('p', { class: 'sign-text' }, text),
    ...(picture ? [picture] : []),
    ...fields.map(({ element }) => element),
    message,
    button,
  );
}

function waitText(t: Translate, seconds: number): string {
  return seconds < 90 ? t('wait.seconds', { count: seconds }) : t('wait.minutes', { count: Math.ceil(seconds / 60) });
}

/** Puts the server's sentences beside the fields that they are about. */
function markFields(fields: Field[], error: unknown): void {
  if (!(error instanceof ApiError)) {
    return;
  }
  for (const { location, message } of error.errors) {
    fields.find(({ input }) => location.endsWith(input.name))?.complain(message);
  }
}
