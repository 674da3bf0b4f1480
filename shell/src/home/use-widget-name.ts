import { useManifestText, useText } from '@outrider/sdk';
import { useCallback } from 'react';

import type { HomeWidget } from './widgets';

/** What a widget is called: as its manifest says, and the shell's own by the shell's texts. */
export function useWidgetName(): (widget: Pick<HomeWidget, 'title'>) => string {
  const t = useText('shell');
  const text = useManifestText();
  return useCallback(({ title }) => (title ? text(title) : t('attention.title')), [t, text]);
}
