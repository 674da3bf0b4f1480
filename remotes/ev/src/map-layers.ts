import { addMessages, translate, type MapLayerSource } from '@outrider/sdk';

import { loadMessages } from './messages';

/** State of charge over the fleet's map; what draws it is fetched when somebody switches it on. */
export const mapLayers: MapLayerSource = async () => {
  await addMessages('ev', loadMessages);
  return [
    {
      id: 'ev-charge',
      label: translate('ev:soc'),
      attach: (map) => {
        let detach: (() => void) | undefined;
        let isGone = false;
        void import('./layer/draw-charge').then(({ drawCharge }) => {
          if (!isGone) detach = drawCharge(map);
        });
        return () => {
          isGone = true;
          detach?.();
        };
      },
    },
  ];
};
