import { enter } from './enter';
import { field } from './field';
import { form } from './form';
import { goOn } from './go-on';
import { complainAboutPassword } from './password-rules';
import { post, read } from './post';
import type { Translate } from './texts';

/** Whom an invite is for. */
export interface Invited {
  email: string;
  first_name: string;
  last_name: string;
  organisation: string;
}

/** The invite of a link; undefined when the link has been used, was cancelled or has expired. */
export async function readInvite(token: string): Promise<Invited | undefined> {
  const answer = await read('/auth/invite', { token });
  const { email, first_name = '', last_name = '', organisation = '' } = (answer ?? {}) as Partial<Invited>;
  return typeof email === 'string' ? { email, first_name, last_name, organisation } : undefined;
}

/** Who was invited chooses a password, and is signed in. */
export function inviteForm(t: Translate, token: string, invited: Invited, goTo: (path: string) => void = enter): HTMLElement {
  const firstname = field(t, { id: 'first_name', label: t('firstname'), type: 'text', autocomplete: 'given-name' });
  const lastname = field(t, { id: 'last_name', label: t('lastname'), type: 'text', autocomplete: 'family-name' });
  const password = field(t, { id: 'password', label: t('password'), type: 'password', autocomplete: 'new-password', hint: t('passwordHint') });
  firstname.input.value = invited.first_name;
  lastname.input.value = invited.last_name;
  const fields = [firstname, lastname, password];

  const made = form(t, {
    title: t('invite.title', { organisation: invited.organisation }),
    text: t('invite.text', { email: invited.email }),
    submit: t('invite.submit'),
    fields,
    validate: () => {
      [firstname, password].forEach(({ input, complain }) => complain(input.value.trim() === '' ? t('form.required') : ''));
      complainAboutPassword(t, password);
      return fields.every(({ input }) => input.getAttribute('aria-invalid') !== 'true');
    },
    send: async () => {
      const answer = await post('/auth/invite', {
        token,
        email: invited.email,
        first_name: firstname.input.value.trim(),
        last_name: lastname.input.value.trim(),
        password: password.input.value,
      });
      await goOn(t, answer, () => made, () => goTo('/'));
    },
  });
  return made;
}
