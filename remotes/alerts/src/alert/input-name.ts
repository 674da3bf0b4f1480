import type { Translate } from '@outrider/sdk';

/** What an input is called; one that nobody has named by its number, in the user's language. */
export function inputName(t: Translate<'alerts'>, pin: number, name?: string): string {
  return !name || name === `Input ${pin}` ? t('config.input', { pin }) : name;
}
