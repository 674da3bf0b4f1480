import { chooseMode, Icon, useModeChoice, useText } from '@outrider/sdk';

/** Light, dark, or as the system has it. */
export function AppearanceChoice({ className = 'account-choice' }: { className?: string }) {
  const t = useText('shell');
  const chosen = useModeChoice();
  return (
    <div className={className}>
      <span>{t('account.appearance')}</span>
      <div className="seg" role="radiogroup" aria-label={t('account.appearance')}>
        {(['system', 'light', 'dark'] as const).map((mode) => (
          <button key={mode} type="button" role="radio" aria-checked={chosen === mode} className={chosen === mode ? 'on' : ''} aria-label={t(`account.${mode}`)} title={t(`account.${mode}`)} onClick={() => chooseMode(mode)}>
            <Icon name={mode} small />
          </button>
        ))}
      </div>
    </div>
  );
}
