import { apiOf } from '@outrider/sdk';

import type { paths } from './integrations-api';

/** The plugin's operations, typed by its OpenAPI document. */
export const api = apiOf<paths>();
