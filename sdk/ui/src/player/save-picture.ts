import { toast } from '../feedback';
import { saveBlob } from '../files';
import { translate } from '../i18n';

/** Saves what the large channel of a player shows, else the first, as a PNG named by its time. `at` in UTC milliseconds. */
export async function savePicture(player: HTMLElement | null, at: number): Promise<void> {
  const tile = player?.querySelector('.play-tile.focused') ?? player?.querySelector('.play-tile.is-ready');
  const video = tile?.querySelector('video');
  try {
    const blob = video ? await pictureOf(video) : undefined;
    if (!blob) throw new Error('nothing is shown');
    saveBlob(blob, `CH${tile?.getAttribute('data-channel') ?? ''}_${new Date(at).toISOString().replace(/[:.]/g, '-')}.png`);
  } catch {
    toast(translate('player.noPicture'), 'error');
  }
}

function pictureOf(video: HTMLVideoElement): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
