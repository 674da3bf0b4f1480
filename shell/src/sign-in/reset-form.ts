import { enter } from './enter';
import { h } from './elements';
import { field } from './field';
import { form } from './form';
import { goOn } from './go-on';
import { complainAboutPassword } from './password-rules';
import { post } from './post';
import type { Translate } from './texts';

/** The link below the sign-in form for who forgot the password. */
export function forgottenLink(t: Translate): HTMLElement {
  return h('p', { class: 'sign-text' }, h('a', { href: '/sign-in?forgotten=1' }, t('forgot.link')));
}

/** Asks for the address that gets a link; what it says afterwards is the same whether there is an account or not. */
export function forgottenForm(t: Translate): HTMLElement {
  const email = field(t, { id: 'email', label: t('email'), type: 'email', autocomplete: 'username' });
  const done = h('div', { class: 'sign-message', role: 'status', hidden: true }, t('forgot.sent'));
  const asked = form(t, {
    title: t('forgot.title'),
    text: t('forgot.text'),
    submit: t('forgot.submit'),
    fields: [email],
    validate: () => {
      const typed = email.input.value.trim();
      email.complain(typed === '' ? t('form.required') : /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed) ? '' : t('form.email'));
      return email.input.getAttribute('aria-invalid') !== 'true';
    },
    send: async () => {
      done.hidden = true;
      await post('/auth/forgotten-password', { email: email.input.value.trim() });
      done.hidden = false;
    },
  });
  asked.append(done, h('p', { class: 'sign-text' }, h('a', { href: '/sign-in' }, t('forgot.back'))));
  return asked;
}

/** Who came by the link chooses a new password, and is signed in. */
export function resetForm(t: Translate, token: string, goTo: (path: string) => void = enter): HTMLElement {
  const password = field(t, { id: 'password', label: t('password'), type: 'password', autocomplete: 'new-password', hint: t('passwordHint') });
  const repeated = field(t, { id: 'repeated', label: t('reset.repeat'), type: 'password', autocomplete: 'new-password' });
  const fields = [password, repeated];
  const made = form(t, {
    title: t('reset.title'),
    text: t('reset.text'),
    submit: t('reset.submit'),
    fields,
    validate: () => {
      password.complain(password.input.value === '' ? t('form.required') : '');
      complainAboutPassword(t, password);
      repeated.complain(repeated.input.value === password.input.value ? '' : t('form.confirmed'));
      return fields.every(({ input }) => input.getAttribute('aria-invalid') !== 'true');
    },
    send: async () => {
      await goOn(t, await post('/auth/reset-password', { token, password: password.input.value }), () => made, () => goTo('/'));
    },
  });
  return made;
}
