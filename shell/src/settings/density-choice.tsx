import { densities, saveDensity, useDensity, useText } from '@outrider/sdk';

import { Segments } from '../choices/segments';

/** How high the rows of tables are. */
export function DensityChoice() {
  const t = useText('shell');
  const options = densities.map((density) => ({ value: density, label: t(`settings.${density}`) }));
  return (
    <div className="settings-field">
      <span>{t('settings.density')}</span>
      <Segments label={t('settings.density')} options={options} chosen={useDensity()} onChoose={(density) => void saveDensity(density)} />
    </div>
  );
}
