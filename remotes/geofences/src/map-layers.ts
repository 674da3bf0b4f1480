import { addMessages, openPath, translate, type LoadMessages, type MapLayerSource } from '@outrider/sdk';

import { loadMessages } from './messages';

/** The layer's name alone: every map asks for it. */
const loadTitle: LoadMessages = (language) => import(`../locales/layer/${language}.json`) as Promise<Record<string, unknown>>;

/** Geofences over the fleet's map; what draws them is fetched when somebody switches them on. */
export const mapLayers: MapLayerSource = async () => {
  await addMessages('geofences-layer', loadTitle);
  return [
    {
      id: 'geofences',
      label: translate('geofences-layer:list.title'),
      attach: (map, atMs) => {
        let detach: (() => void) | undefined;
        let isGone = false;
        void Promise.all([import('./layer/draw-fences'), addMessages('geofences', loadMessages)]).then(([{ drawFences }]) => {
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
