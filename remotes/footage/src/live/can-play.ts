/** Whether this browser can play what is put together piece by piece; asked before the player itself is loaded. */
export function canPlay(): boolean {
  const source = (globalThis as { MediaSource?: typeof MediaSource; ManagedMediaSource?: typeof MediaSource }).MediaSource ?? (globalThis as { ManagedMediaSource?: typeof MediaSource }).ManagedMediaSource;
  return source?.isTypeSupported('video/mp4; codecs="avc1.42E01E"') === true;
}
