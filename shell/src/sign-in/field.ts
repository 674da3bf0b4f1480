import { h, icon } from './elements';
import type { Translate } from './texts';

const eye = 'M2.4 10S5 5 10 5s7.600 5 7.600 5-2.600 5-7.600 5-7.600-5-7.600-5M10 12.300a2.300 2.300 0 1 0 0-4.600 2.300 2.300 0 0 0 0 4.600';

/** A labelled input with its own sentence when it is wrong. */
export interface Field {
  element: HTMLElement;
  input: HTMLInputElement | HTMLSelectElement;
  /** Shows what is wrong, or takes it away with an empty text. */
  complain: (sentence: string) => void;
}

export interface FieldOptions {
  id: string;
  label: string;
  type: 'text' | 'email' | 'password';
  autocomplete: string;
  /** Shows the keys for digits. */
  digits?: boolean;
  /** A sentence under the field that is always there. */
  hint?: string;
}

/** Makes a field; a password has a button that shows it. */
export function field(t: Translate, { id, label, type, autocomplete, hint, digits }: FieldOptions): Field {
  const note = h('p', { class: 'sign-note', id: `${id}-note` }, hint ?? '');
  const input = h('input', { id, name: id, type, autocomplete, inputmode: digits ? 'numeric' : undefined, 'aria-describedby': `${id}-note`, autocapitalize: 'none', spellcheck: 'false' });
  const box = h('div', { class: 'sign-field' }, input);
  if (type === 'password') {
    box.append(visibilityButton(t, input));
  }
  const complain = (sentence: string) => {
    note.textContent = sentence || (hint ?? '');
    note.classList.toggle('wrong', sentence !== '');
    input.setAttribute('aria-invalid', String(sentence !== ''));
  };
  input.addEventListener('input', () => complain(''));
  return { element: h('div', { class: 'sign-row' }, h('label', { for: id }, label), box, note), input, complain };
}

/** Makes a field that chooses among `options`, [value, text]. */
export function choice({ id, label, options, chosen }: { id: string; label: string; options: [value: string, text: string][]; chosen: string }): Field {
  const input = h('select', { id, name: id }, ...options.map(([value, text]) => h('option', { value, selected: value === chosen }, text)));
  const note = h('p', { class: 'sign-note', id: `${id}-note` });
  const complain = (sentence: string) => {
    note.textContent = sentence;
    note.classList.toggle('wrong', sentence !== '');
    input.setAttribute('aria-invalid', String(sentence !== ''));
  };
  return { element: h('div', { class: 'sign-row' }, h('label', { for: id }, label), h('div', { class: 'sign-field' }, input), note), input, complain };
}

function visibilityButton(t: Translate, input: HTMLInputElement): HTMLElement {
  const button = h('button', { type: 'button', class: 'ib', 'aria-pressed': 'false', 'aria-label': t('showPassword'), title: t('showPassword') }, icon(eye));
  button.addEventListener('click', () => {
    const shown = input.type === 'password';
    input.type = shown ? 'text' : 'password';
    button.setAttribute('aria-pressed', String(shown));
    button.classList.toggle('on', shown);
    input.focus();
  });
  return button;
}
