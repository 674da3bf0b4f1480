import { get } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';

const choicesSchema = z.object({ choices: z.array(z.object({ value: z.string(), label: z.string() })) });

/** One of what a filter offers. */
export type Choice = z.infer<typeof choicesSchema>['choices'][number];

/** What a filter offers: `from` is its operation, `GET /api/org/{orgId}/…`. */
export async function getChoices(from: string, signal: AbortSignal): Promise<Choice[]> {
  return (await get(from.replace(/^GET \/api/, ''), choicesSchema, { signal })).choices;
}
