import { useText } from '@outrider/sdk';

/** Says what a field was before or after a change: truths as words, a dash for nothing. */
export function useChangedValue(): (value: string) => string {
  const t = useText('admin');
  return (value) => (value === 'true' ? t('audit.yes') : value === 'false' ? t('audit.no') : value || '–');
}
