import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';

import { useColourMode } from './mode';
import { themes } from './theme';

/**
 * Emotion's styles carry the nonce that the host wrote into the page, since the content security policy asks for it, and come
 * before the style sheets, which may then adjust a part of MUI by a class.
 */
const cache = createCache({ key: 'or', nonce: nonce(), prepend: true });

/** The product's look for everything within. One style cache serves shell and remotes. */
export function AppTheme({ children }: { children: ReactNode }) {
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={themes[useColourMode()]}>{children}</ThemeProvider>
    </CacheProvider>
  );
}

function nonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}
