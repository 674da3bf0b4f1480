import { get } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';
import { queryOptions } from '@tanstack/react-query';

/** An address that a browser may be led to; others count as none. */
const siteSchema = z.string().transform((url) => (/^https?:\/\//.test(url) ? url : ''));
const providerListSchema = z.object({ driverHoursProviderName: z.string(), driverHoursProviderUrl: siteSchema, telematicsProviderName: z.string(), telematicsProviderUrl: siteSchema });

/** Names and sites of the organisation's providers. */
export type ProviderList = z.infer<typeof providerListSchema>;

/** Asks for them; where nobody knows, the sites of the configuration are offered. */
export const providerListQuery = queryOptions({
  queryKey: ['provider-list'],
  queryFn: ({ signal }) => get('/GetProviderList', providerListSchema, { signal }),
  staleTime: 300_000,
  retry: false,
});
