import { apiOf } from '@outrider/sdk';
import type { paths } from '@outrider/sdk/host-api';

/** The host's operations, typed by its OpenAPI document. */
export const api = apiOf<paths>();
