import { addMessages, openPath, translate, type MapLayerSource } from '@outrider/sdk';

import { loadMessages } from './messages';

/** Geofences over the fleet's map; what draws them is fetched when somebody switches them on. */
export const mapLayers: MapLayerSource = async () => {
  await addMessages('geofences', loadMessages);
  return [
    {
      id: 'geofences',
      label: translate('geofences:list.title'),
      attach: (map, atMs) => {
        let detach: (() => void) | undefined;
        let isGone = false;
        void import('./layer/draw-fences').then(({ drawFences }) => {
          if (!isGone) detach = drawFences(map, { atMs, onClick: (id) => openPath(`/geo-fence/${encodeURIComponent(id)}`) });
        });
        return () => {
          isGone = true;
          detach?.();
        };
      },
    },
  ];
};
