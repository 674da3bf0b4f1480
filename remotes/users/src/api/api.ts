import { apiOf } from '@outrider/sdk';
import type { paths as OfHost } from '@outrider/sdk/host-api';

import type { paths as OfPlugin } from './users-api';

/** The operations of the host and of the plugin, typed by their OpenAPI documents. */
export const api = apiOf<OfHost & OfPlugin>();
