import { StateView, useManifestText, useText } from '@outrider/sdk';

import { HomeLink } from './home-link';

/** A page of a module that the organisation has not switched on: says so, with a way home. */
export function ModuleOffPage({ title }: { title: Record<string, string> }) {
  const t = useText('shell');
  const text = useManifestText();
  return (
    <StateView icon="plug" title={t('page.offTitle', { title: text(title) })} action={<HomeLink />}>
      {t('page.off')}
    </StateView>
  );
}
