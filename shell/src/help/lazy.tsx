import { addMessages, Loading } from '@outrider/sdk';
import { lazy, Suspense } from 'react';

const Page = lazy(async () => {
  const [{ HelpPage }] = await Promise.all([import('./help-page'), addMessages('help', (language) => import(`../../locales/help/${language}.json`))]);
  return { default: HelpPage };
});

/** The help and its texts, fetched when somebody goes there. */
export function Help() {
  return (
    <Suspense fallback={<Loading />}>
      <Page />
    </Suspense>
  );
}
