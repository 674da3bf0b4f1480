import { addMessages, Loading } from '@outrider/sdk';
import { lazy, Suspense } from 'react';

const Page = lazy(async () => {
  const [{ ApiDocsPage }] = await Promise.all([import('./api-docs-page'), addMessages('api-docs', (language) => import(`../../locales/api-docs/${language}.json`))]);
  return { default: ApiDocsPage };
});

/** The page and its texts, fetched when somebody goes there. */
export function ApiDocs() {
  return (
    <Suspense fallback={<Loading />}>
      <Page />
    </Suspense>
  );
}
