import type { KeysOf } from '@outrider/sdk';

import type en from '../locales/en.json';

declare global {
  interface TextKeys {
    ev: KeysOf<typeof en>;
  }
}
