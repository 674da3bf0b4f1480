import { Button, Icon, useText } from '@outrider/sdk';

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
      <Button variant="quiet" size="small" onClick={onFit}>
        <Icon name="fit" small />
        {t('map.fitAll')}
      </Button>
      <span className="vr" />
      <Button variant="quiet" size="small" aria-pressed={onlineOnly} onClick={() => onOnlineOnly(!onlineOnly)}>
        <Icon name="network" small />
        {t('map.onlineOnly')}
      </Button>
      <span className="vr" />
      {hasArea ? (
        <Button variant="quiet" size="small" aria-pressed="true" onClick={onClearArea}>
          <Icon name="close" small />
          {t('map.clearArea')}
        </Button>
      ) : (
        <Button variant="quiet" size="small" aria-pressed={isSelecting} onClick={() => onSelecting(!isSelecting)}>
          <Icon name="select-area" small />
          {t('map.selectArea')}
        </Button>
      )}
    </div>
  );
}
