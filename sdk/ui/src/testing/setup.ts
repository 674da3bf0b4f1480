import '@testing-library/jest-dom/vitest';

import { cleanup, configure, getConfig } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';

import { dismiss, feedback } from '../feedback/messages-store';
import { messages, sdkMessages } from '../i18n/i18n';
import { endCalls, network } from './network';

const { asyncWrapper } = getConfig();
const { setImmediate: turn } = globalThis; // fake timers must not stop it

configure({
  asyncUtilTimeout: 40_000, // on a machine that is busy with other things
  // What is seen may be drawn and its effects may be still to come: they have come when a test goes on, however busy the machine is.
  asyncWrapper: (run) =>
    asyncWrapper(async () => {
      const result = await run();
      await new Promise((resolve) => turn(resolve));
      return result;
    }),
});

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

// Files run one after the other on the same page: each begins in English, with the texts of the SDK alone, and with nothing said or asked.
const { notice, question } = feedback();
if (notice) dismiss(notice.id);
question?.answer(false);
for (const [language, namespaces] of Object.entries(messages.store.data)) {
  for (const namespace of Object.keys(namespaces)) if (namespace !== sdkMessages) messages.removeResourceBundle(language, namespace);
}
await messages.changeLanguage('en');
document.documentElement.lang = '';

beforeAll(() => network.listen());
afterAll(() => network.close());

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  endCalls();
});
