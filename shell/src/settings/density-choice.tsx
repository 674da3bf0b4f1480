import { densities, saveDensity, useDensity, useText } from '@outrider/sdk';

/** How high the rows of tables are. */
export function DensityChoice() {
  const t = useText('shell');
  const chosen = useDensity();
  return (
    <div className="settings-field">
      <span>{t('settings.density')}</span>
      <div className="seg" role="radiogroup" aria-label={t('settings.density')}>
        {densities.map((density) => (
          <button key={density} type="button" role="radio" aria-checked={density === chosen} className={density === chosen ? 'on' : ''} onClick={() => void saveDensity(density)}>
            {t(`settings.${density}`)}
          </button>
        ))}
      </div>
    </div>
  );
}
