import { translate } from './i18n';

const near = 'near ';
const notKnown = 'Not known';

/** The name of a place as the server says it ("near Crewe", "Not known"), in the user's language; '' stays ''. */
export function placeName(said: string | undefined): string {
  if (said === notKnown) return translate('place.notKnown');
  return said?.startsWith(near) ? translate('place.near', { place: said.slice(near.length) }) : said ?? '';
}
