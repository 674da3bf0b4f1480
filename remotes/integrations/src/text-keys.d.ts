import type { KeysOf } from '@outrider/sdk';

import type en from '../locales/en.json';

declare global {
  interface TextKeys {
    integrations: KeysOf<typeof en>;
  }
}
