import { addMessages, translate, type Command, type CommandSource } from '@outrider/sdk';

import { findFences } from './api/fences';
import { coordinatesOf, findPlaces, type Spot } from './api/places';
import { loadMessages } from './messages';

/** How many of each are offered at most. */
const most = 4;
/** From how many letters on places are looked for. */
const leastLetters = 3;
/** Whereabouts places are looked for first: none is nearer than another. */
const anywhere = { lat: 0, lng: 0 };

/** Places in the command palette: geofences open in their list, towns, addresses and coordinates on the map. */
export const commands: CommandSource = {
  title: () => translate('geofences:palette.title'),
  search: async (text, signal) => {
    const typed = text.trim();
    const exact = coordinatesOf(typed);
    const places = exact ? [exact] : typed.length < leastLetters ? [] : findPlaces(typed, anywhere, signal).catch(() => []);
    const [fences, spots] = await Promise.all([findFences(typed, most, signal), places, addMessages('geofences', loadMessages)]);
    const drawn = fences.map(({ id, name, description }): Command => ({ id: `geofence ${id}`, label: name, ...(description ? { hint: description } : {}), icon: 'geofence-events', path: `/geo-fence/${encodeURIComponent(id)}` }));
    return [...drawn, ...spots.slice(0, most).map(placeCommand)];
  },
};

function placeCommand({ label, country, lat, lng }: Spot): Command {
  return { id: `place ${lat} ${lng}`, label, hint: country || translate('geofences:palette.onMap'), icon: 'place', path: `/map-view?centre=${lat},${lng}` };
}
