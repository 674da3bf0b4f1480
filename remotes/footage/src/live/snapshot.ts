import { saveBlob } from '@outrider/sdk';

/** Saves what an element shows now as a picture; false if it shows nothing. */
export async function saveSnapshot(video: HTMLVideoElement | null, name: string): Promise<boolean> {
  if (!video || video.videoWidth === 0) {
    return false;
  }
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92));
  if (!picture) {
    return false;
  }
  saveBlob(picture, name);
  return true;
}

/** `HGV-022_CH1_2026_11_21__14_41_26.jpg`: what a file system does not take becomes an underscore. */
export function snapshotName(vehicle: string, channel: number, at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('_');
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join('_');
  return `${vehicle.replace(/[^\p{L}\p{N}._-]+/gu, '_')}_CH${channel}_${day}__${time}.jpg`;
}
