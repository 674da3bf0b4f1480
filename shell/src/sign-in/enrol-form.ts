import { h } from './elements';
import { field } from './field';
import { form } from './form';
import { post } from './post';
import { recoveryCodes } from './recovery-codes';
import { sayOf } from './second-step-form';
import type { Translate } from './texts';

/** Leads who must have a second step to an app; nobody is signed in before its first code was right. */
export async function enrolForm(t: Translate, ticket: string, done: () => void): Promise<HTMLElement> {
  const { secret, uri, qr } = await post('/auth/second-step/enrol', { ticket });
  const code = field(t, { id: 'code', label: t('second.code'), type: 'text', autocomplete: 'one-time-code', digits: true });
  const made = form(t, {
    title: t('enrol.title'),
    text: t('enrol.text'),
    submit: t('enrol.submit'),
    fields: [code],
    say: (error) => sayOf(t, error),
    picture: h(
      'div',
      { class: 'sign-qr' },
      picture(qr, t('enrol.picture')),
      h('p', { class: 'sign-note' }, t('enrol.type')),
      h('p', {}, h('code', { class: 'sign-secret' }, secret.replace(/(.{4})(?=.)/g, '$1 '))),
      h('p', { class: 'sign-note' }, h('a', { href: uri }, t('enrol.open'))),
    ),
    validate: () => {
      code.complain(code.input.value.trim() === '' ? t('form.required') : '');
      return code.input.value.trim() !== '';
    },
    send: async () => {
      const answer = await post('/auth/second-step/enrol/confirm', { ticket, code: code.input.value.trim() });
      if (!answer.recovery_codes) {
        done();
        return;
      }
      const codes = recoveryCodes(t, answer.recovery_codes, done);
      made.replaceWith(codes);
      codes.querySelector('h1')?.focus();
    },
  });
  made.append(h('p', { class: 'sign-more' }, h('a', { href: '/sign-in' }, t('forgot.back'))));
  return made;
}

/** A code to scan, drawn from its path: always dark on white, which is what readers expect. */
function picture({ size, path }: { size: number; path: string }, label: string): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const shape = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  svg.setAttribute('viewBox', `0 0 ${size} ${size}`);
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', label);
  shape.setAttribute('d', path);
  svg.append(shape);
  return svg;
}
