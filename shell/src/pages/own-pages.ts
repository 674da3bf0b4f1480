import { addMessages } from '@outrider/sdk';
import type { ComponentType } from 'react';

import type { OwnPage } from '../remotes/routes';

/** The code of the shell's own pages, with their texts. */
export const ownPageLoaders: Record<OwnPage['id'] | 'home', () => Promise<ComponentType>> = {
  home: async () => {
    void import('../home/widget-grid').catch(() => undefined); // the page asks for it next, and says when it cannot be had
    return (await import('../home/home-page')).HomePage;
  },
  settings: async () => (await import('../settings/settings-page')).SettingsPage,
  help: async () => {
    const [{ HelpPage }] = await Promise.all([import('../help/help-page'), addMessages('help', (language) => import(`../../locales/help/${language}.json`))]);
    return HelpPage;
  },
  'api-docs': async () => {
    const [{ ApiDocsPage }] = await Promise.all([import('../api-docs/api-docs-page'), addMessages('api-docs', (language) => import(`../../locales/api-docs/${language}.json`))]);
    return ApiDocsPage;
  },
  // The SDK's components in all their states; only a host with the demonstration shows them.
  gallery: async () => (await import('../gallery/gallery')).Gallery,
};
