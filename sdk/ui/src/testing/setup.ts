import '@testing-library/jest-dom/vitest';

import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

configure({ asyncUtilTimeout: 40_000 }); // on a machine that is busy with other things

// jsdom has no layout, no canvas and no channels between tabs.
HTMLCanvasElement.prototype.getContext = () => null;
vi.stubGlobal('matchMedia', (query: string) => ({ matches: false, media: query, addEventListener: () => {}, removeEventListener: () => {}, addListener: () => {}, removeListener: () => {} }));
vi.stubGlobal(
  'BroadcastChannel',
  class {
    postMessage() {}
    addEventListener() {}
    close() {}
  },
);

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
