import { chooseMode, Icon, useModeChoice, useText } from '@outrider/sdk';

import { Segments } from './segments';

const modes = ['system', 'light', 'dark'] as const;

/** Light, dark, or as the system has it. */
export function AppearanceChoice({ className = 'account-choice' }: { className?: string }) {
  const t = useText('shell');
  const chosen = useModeChoice();
  const options = modes.map((mode) => ({ value: mode, label: t(`account.${mode}`), face: <Icon name={mode} small /> }));
  return (
    <div className={className}>
      <span>{t('account.appearance')}</span>
      <Segments label={t('account.appearance')} options={options} chosen={chosen} onChoose={chooseMode} />
    </div>
  );
}
