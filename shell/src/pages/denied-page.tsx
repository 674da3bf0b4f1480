import { StateView, useManifestText, useText } from '@outrider/sdk';

import { HomeLink } from './home-link';

/** A page that the user may not see: says so, with a way home. */
export function DeniedPage({ title }: { title: Record<string, string> }) {
  const t = useText('shell');
  const text = useManifestText();
  return (
    <StateView icon="lock" title={t('page.deniedTitle', { title: text(title) })} action={<HomeLink />}>
      {t('page.denied')}
    </StateView>
  );
}
