import { Icon, saveUi, useText, useUiPreferences } from '@outrider/sdk';
import { Link } from '@outrider/sdk/router';

import { helpPath } from '../remotes/routes';

/** Offers the tour to who has neither begun nor declined it. */
export function TourOffer() {
  const t = useText('shell');
  const tSdk = useText();
  if ((useUiPreferences()['help'] as { tour?: unknown } | undefined)?.tour === true) {
    return null;
  }
  return (
    <span className="home-tour only-wide">
      <Link className="btn soft sm" to={`${helpPath}?tour=1`}>
        <Icon name="play" small />
        {t('home.tour')}
      </Link>
      <button type="button" className="ib sm" aria-label={`${tSdk('action.close')}: ${t('home.tour')}`} onClick={() => void saveUi({ help: { tour: true } })}>
        <Icon name="close" small />
      </button>
    </span>
  );
}
