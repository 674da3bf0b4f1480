import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { z } from 'zod';

import { apiOf } from '../api/api-of';
import type { paths } from '../host-api';
import { useSharedQueries } from '../remote';
import { useShellInfo, type ShellInfo } from '../session';
import { reportTypeSchema, trackingTableSchema } from '../session/contribution-schemas';

const api = apiOf<paths>();
const contributionsSchema = z.object({ report_types: z.array(reportTypeSchema), tracking_tables: z.array(trackingTableSchema) });

/** The reports and tracking tables that plugins contribute and the user may use, in their order. */
export type Contributions = z.infer<typeof contributionsSchema>;

/** What asks for them: again when plugins come, go or are replaced. For `useSharedQueries()`: every plugin reads them alike. */
export function contributionsQuery(plugins: ShellInfo['plugins']) {
  const releases = plugins.map(({ id, version, remote }) => `${id} ${remote?.digest ?? version}`);
  return queryOptions({ queryKey: ['contributions', releases], queryFn: ({ signal }) => api.get('/contributions', contributionsSchema, { signal }), staleTime: 60_000 });
}

/** What plugins contribute to reports and to Tracking; one answer for all who ask. What was there stays while plugins change. */
export function useContributions(): UseQueryResult<Contributions> {
  return useQuery({ ...contributionsQuery(useShellInfo().plugins), placeholderData: (before) => before }, useSharedQueries());
}
