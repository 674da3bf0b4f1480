import { destination, enter } from './enter';
import { field } from './field';
import { form } from './form';
import { goOn } from './go-on';
import { post } from './post';
import type { Translate } from './texts';

/** E-mail and password; `why` is a sentence about what brought the user here. */
export function signInForm(t: Translate, query: URLSearchParams, goTo: (path: string) => void = enter, why?: string): HTMLElement {
  const email = field(t, { id: 'email', label: t('email'), type: 'email', autocomplete: 'username' });
  const password = field(t, { id: 'password', label: t('password'), type: 'password', autocomplete: 'current-password' });
  const fields = [email, password];
  const notice = query.get('reason') === 'failed' ? t('error.signInFailed') : why;

  const made = form(t, {
    title: t('signIn.title'),
    text: t('signIn.text'),
    submit: t('signIn.submit'),
    fields,
    ...(notice === undefined ? {} : { notice }),
    validate: () => {
      fields.forEach(({ input, complain }) => complain(input.value.trim() === '' ? t('form.required') : ''));
      return fields.every(({ input }) => input.value.trim() !== '');
    },
    send: async () => {
      await goOn(t, await post('/auth/sign-in', { email: email.input.value.trim(), password: password.input.value }), () => made, () => goTo(destination(query)));
    },
  });
  return made;
}
