import { countriesIn, likelyCountry } from './countries';
import { enter } from './enter';
import { choice, field, type Field } from './field';
import { form } from './form';
import { post } from './post';
import { complainAboutPassword } from './password-rules';
import type { Translate } from './texts';

/** The first administrator of a new installation, by the one-time link that the host printed. */
export function setupForm(t: Translate, token: string, goTo: (path: string) => void = enter): HTMLElement {
  const organisation = field(t, { id: 'organisation', label: t('organisation'), type: 'text', autocomplete: 'organization' });
  const country = choice({ id: 'country_code', label: t('country'), options: countriesIn(document.documentElement.lang || 'en'), chosen: likelyCountry(navigator.languages) });
  const firstname = field(t, { id: 'first_name', label: t('firstname'), type: 'text', autocomplete: 'given-name' });
  const lastname = field(t, { id: 'last_name', label: t('lastname'), type: 'text', autocomplete: 'family-name' });
  const email = field(t, { id: 'email', label: t('email'), type: 'email', autocomplete: 'username' });
  const password = field(t, { id: 'password', label: t('password'), type: 'password', autocomplete: 'new-password', hint: t('passwordHint') });
  const fields = [organisation, country, firstname, lastname, email, password];

  return form(t, {
    title: t('setup.title'),
    text: t('setup.text'),
    submit: t('setup.submit'),
    fields,
    validate: () => {
      fields.forEach(({ input, complain }) => complain(input.value.trim() === '' ? t('form.required') : ''));
      complainAboutEmail(t, email);
      complainAboutPassword(t, password);
      return fields.every(({ input }) => input.getAttribute('aria-invalid') !== 'true');
    },
    send: async () => {
      await post('/auth/first-administrator', {
        setup: token,
        organisation: {
          id: idOf(organisation.input.value),
          name: organisation.input.value.trim(),
          country_code: country.input.value,
          zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        },
        first_name: firstname.input.value.trim(),
        last_name: lastname.input.value.trim(),
        email: email.input.value.trim(),
        password: password.input.value,
      });
      goTo('/');
    },
  });
}

/** The id of an organisation: lower-case letters, digits and dashes, beginning with a letter. */
export function idOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
    .slice(0, 63);
  return plain === '' ? 'organisation' : plain;
}

function complainAboutEmail(t: Translate, { input, complain }: Field): void {
  if (input.value.trim() !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(input.value.trim())) {
    complain(t('form.email'));
  }
}
