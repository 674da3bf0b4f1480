import { shellInfo } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';

const viewSchema = z.object({ lat: z.number().min(-90).max(90), lng: z.number(), zoom: z.number().min(3).max(19) });

/** Where a map looks. */
export type MapPlace = z.infer<typeof viewSchema>;

function key(): string {
  const session = shellInfo()?.session;
  return `outrider.map.${session?.Org.id ?? ''}.${session?.user.id ?? ''}`;
}

/** Where this user looked last on this device. */
export function lastView(): MapPlace | undefined {
  try {
    return viewSchema.parse(JSON.parse(localStorage.getItem(key()) ?? 'null'));
  } catch {
    return undefined;
  }
}

/** Remembers where the user looks. */
export function rememberView(view: MapPlace): void {
  try {
    localStorage.setItem(key(), JSON.stringify(view));
  } catch {
    // a full or forbidden storage costs the memory, not the map
  }
}
