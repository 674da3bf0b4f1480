import { Icon, IconButton, usePermission, useShellInfo, useText } from '@outrider/sdk';
import { saveMapSettings, useAttachedLayers, useMapLayers, useMapSettings, withLayer, type GroundKind } from '@outrider/sdk/map';
import { MenuItem } from '@outrider/sdk/mui';

import { MenuButton } from '../controls/menu-button';
import { setMoment, useMoment, useRested } from '../state/use-moment';
import { useFullScreen } from './use-full-screen';

interface MapControlsProps {
  onZoom: (by: 1 | -1) => void;
  ground: GroundKind;
  offered: GroundKind[];
  onGround: (ground: GroundKind) => void;
  /** The selected vehicle's name. */
  selected: string | undefined;
  onCentre: () => void;
}

/** How long a moment is shown until layers show it, too, in milliseconds: longer than a step of what is played. */
const layersRestMs = 1500;
const hourMs = 3_600_000;

/** Zoom, layers, centre and full screen, at the right edge of the map. */
export function MapControls({ onZoom, ground, offered, onGround, selected, onCentre }: MapControlsProps) {
  const t = useText('vehicles');
  const { isFull, toggle } = useFullScreen();
  const settings = useMapSettings();
  const layers = useMapLayers();
  const at = useMoment();
  const mayTrack = usePermission('TrackVehicle');
  useAttachedLayers(layers, settings.layers, useRested(at, layersRestMs));
  const centre = selected === undefined ? t('map.centreNone') : t('map.centre', { name: selected });
  const full = t(isFull ? 'map.leaveFullScreen' : 'map.fullScreen');
  return (
    <div className="map-controls">
      <div className="mapctl float">
        <Control icon="plus" label={t('map.zoomIn')} onClick={() => onZoom(1)} />
        <Control icon="minus" label={t('map.zoomOut')} onClick={() => onZoom(-1)} />
      </div>
      <div className="mapctl float">
        <MenuButton icon="layers" label={t('map.layers', { ground: t(`ground.${ground}`) })}>
          {(close) => [
            ...offered.map((kind) => (
              <MenuItem key={kind} role="menuitemradio" aria-checked={kind === ground} selected={kind === ground} onClick={() => { onGround(kind); close(); }}>
                {t(`ground.${kind}`)}
              </MenuItem>
            )),
            ...layers.map(({ id, label }) => {
              const isShown = settings.layers.includes(id);
              return (
                <MenuItem key={id} role="menuitemcheckbox" aria-checked={isShown} selected={isShown} onClick={() => void saveMapSettings(withLayer(settings, id, !isShown))}>
                  {label}
                </MenuItem>
              );
            }),
            <Credits key="credits" />,
          ]}
        </MenuButton>
        <Control icon="target" label={centre} onClick={onCentre} disabled={selected === undefined} />
        <Control icon="full-screen" label={full} onClick={toggle} />
        {mayTrack && at === undefined ? <Control icon="clock" label={t('past.title')} onClick={() => setMoment(Date.now() - hourMs)} /> : null}
      </div>
    </div>
  );
}

function Control({ icon, label, ...rest }: { icon: string; label: string; onClick: () => void; disabled?: boolean }) {
  return (
    <IconButton label={label} {...rest}>
      <Icon name={icon} />
    </IconButton>
  );
}

/** Whose data the offline map is made of; its licence asks for the name. */
function Credits() {
  const t = useText('vehicles');
  useShellInfo();
  return <li className="map-credits" role="none">{t('map.credits')}</li>;
}
