import { translate } from './i18n';

/** A label with what belongs to it ("Email: required"), as the user's language sets the colon; for use outside of texts, which have their own. */
export function labelled(label: string, value: string): string {
  return translate('labelled', { label, value });
}
