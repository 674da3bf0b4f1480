import { Icon, useText } from '@outrider/sdk';

interface MapToolbarProps {
  onFit: () => void;
  onlineOnly: boolean;
  onOnlineOnly: (on: boolean) => void;
  isSelecting: boolean;
  onSelecting: (on: boolean) => void;
  hasArea: boolean;
  onClearArea: () => void;
}

/** What one does with the whole fleet on the map. */
export function MapToolbar({ onFit, onlineOnly, onOnlineOnly, isSelecting, onSelecting, hasArea, onClearArea }: MapToolbarProps) {
  const t = useText('vehicles');
  return (
    <div className="mapbar float only-wide" role="toolbar" aria-label={t('map.toolbar')}>
      <button type="button" className="btn text sm" onClick={onFit}>
        <Icon name="fit" small />
        {t('map.fitAll')}
      </button>
      <span className="vr" />
      <button type="button" className="btn text sm" aria-pressed={onlineOnly} onClick={() => onOnlineOnly(!onlineOnly)}>
        <Icon name="network" small />
        {t('map.onlineOnly')}
      </button>
      <span className="vr" />
      {hasArea ? (
        <button type="button" className="btn text sm" aria-pressed="true" onClick={onClearArea}>
          <Icon name="close" small />
          {t('map.clearArea')}
        </button>
      ) : (
        <button type="button" className="btn text sm" aria-pressed={isSelecting} onClick={() => onSelecting(!isSelecting)}>
          <Icon name="select-area" small />
          {t('map.selectArea')}
        </button>
      )}
    </div>
  );
}
