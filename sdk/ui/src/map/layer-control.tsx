import { Popover } from '@mui/material';
import { useId, useRef, useState } from 'react';

import { useText } from '../i18n';
import { Ground, type GroundKind } from './ground';
import { MapTool } from './map-tool';
import { groundOf, saveMapSettings, useMapSettings, withGround, withLayer } from './map-settings';
import type { TileSettings } from './tile-settings';
import { useAttachedLayers, useMapLayers } from './use-map-layers';

/** The user's ground among those that there are, for {@link MapView}. */
export function useGround(settings: TileSettings): GroundKind {
  return groundOf(useMapSettings(), Ground.offered(settings));
}

/** A button that opens what lies under and over the map: streets, satellite or offline, and the layers of remotes. Remembers the choice. */
export function LayerControl({ settings }: { settings: TileSettings }) {
  const t = useText();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const chosen = useMapSettings();
  const offered = Ground.offered(settings);
  const ground = groundOf(chosen, offered);
  const layers = useMapLayers();
  useAttachedLayers(layers, chosen.layers);
  return (
    <div className="o-map-tools o-map-layers">
      <MapTool ref={button} icon="layers" label={t('map.layers')} aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setOpen(true)} />
      <Popover
        open={isOpen}
        onClose={() => setOpen(false)}
        anchorEl={() => button.current}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': t('map.layers'), className: 'o-map-choice', sx: { mt: '4px' } } }}
      >
        <fieldset>
          <legend className="cap">{t('map.ground')}</legend>
          {offered.map((kind) => (
            <label key={kind}>
              <input type="radio" name={`${id}-ground`} checked={kind === ground} onChange={() => void saveMapSettings(withGround(chosen, kind))} />
              {t(`map.${kind}`)}
            </label>
          ))}
        </fieldset>
        {layers.length > 0 ? (
          <fieldset>
            <legend className="cap">{t('map.over')}</legend>
            {layers.map(({ id: layer, label }) => (
              <label key={layer}>
                <input type="checkbox" checked={chosen.layers.includes(layer)} onChange={(event) => void saveMapSettings(withLayer(chosen, layer, event.target.checked))} />
                {label}
              </label>
            ))}
          </fieldset>
        ) : null}
      </Popover>
    </div>
  );
}
