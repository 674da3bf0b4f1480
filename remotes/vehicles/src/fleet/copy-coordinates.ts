import { toast, translate } from '@outrider/sdk';

/** A position as people paste it: `53.48080, -2.24260`. */
export function coordinatesText({ lat, lng }: { lat: number; lng: number }): string {
  return `${lat.toFixed(5)}, ${lng.toFixed(5)}`;
}

/** Puts a position on the clipboard and says so. */
export async function copyCoordinates(place: { lat: number; lng: number }): Promise<void> {
  try {
    await navigator.clipboard.writeText(coordinatesText(place));
    toast(translate('vehicles:map.copied'));
  } catch (error) {
    console.error('copy coordinates', error);
    toast(translate('vehicles:map.notCopied'), 'error');
  }
}
