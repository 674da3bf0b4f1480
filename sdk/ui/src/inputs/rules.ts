import { translate } from '../i18n';

/** A rule of a form: the sentence for a value that breaks it, or undefined. */
export type Rule = (value: string) => string | undefined;

const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Must be filled in. */
export const required: Rule = (value) => (value.trim() === '' ? translate('form.required') : undefined);

/** Must be an address; an empty one is for {@link required} to refuse. */
export const email: Rule = (value) => (value !== '' && !emailShape.test(value) ? translate('form.email') : undefined);

/** Must be a number. */
export const numeric: Rule = (value) => (value !== '' && !Number.isFinite(Number(value)) ? translate('form.numeric') : undefined);

/** Must not be below `min`; the bound itself is allowed. */
export function minValue(min: number): Rule {
  return (value) => (value !== '' && Number(value) < min ? translate('form.minValue', { min }) : undefined);
}

/** Must not be above `max`; the bound itself is allowed. */
export function maxValue(max: number): Rule {
  return (value) => (value !== '' && Number(value) > max ? translate('form.maxValue', { max }) : undefined);
}

/** Must have at least `length` characters. */
export function minLength(length: number): Rule {
  return (value) => (value !== '' && value.length < length ? translate('form.min', { length }) : undefined);
}

/** Must repeat the password. */
export function confirmed(password: string): Rule {
  return (value) => (value === password ? undefined : translate('form.confirmed'));
}

/** Must have an uppercase letter, a lowercase letter and a number. */
export const verifyPassword: Rule = (value) =>
  /\p{Lu}/u.test(value) && /\p{Ll}/u.test(value) && /\d/.test(value) ? undefined : translate('form.verifyPassword');

/** Must differ from the old password. */
export function newPassword(old: string): Rule {
  return (value) => (value === old ? translate('form.newPassword') : undefined);
}

/** The first sentence that `rules` have against `value`. */
export function check(value: string, ...rules: Rule[]): string | undefined {
  for (const rule of rules) {
    const sentence = rule(value);
    if (sentence) {
      return sentence;
    }
  }
  return undefined;
}
