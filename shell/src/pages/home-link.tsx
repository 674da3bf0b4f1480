import { buttonClass, Icon, useText } from '@outrider/sdk';
import { Link } from '@outrider/sdk/router';

/** The way home from a page that has nothing else. */
export function HomeLink() {
  const t = useText('shell');
  return (
    <Link className={buttonClass()} to="/">
      <Icon name="home" small />
      {t('page.goHome')}
    </Link>
  );
}
