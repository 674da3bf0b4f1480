import { push, shellInfo } from '@outrider/sdk';

/** Opens the push connection as the host's configuration says, and wakes it when the browser is back. */
export function startPush(): void {
  const wake = () => push.wake();
  window.addEventListener('online', wake);
  window.addEventListener('offline', () => push.cut());
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) {
      wake();
    }
  });
  if (shellInfo()?.push.mode === 'poll') {
    push.startPolling();
  } else {
    push.start();
  }
}
