import { ApiError, toast, translate } from '@outrider/sdk';

/** Does something and says that it is done, or why not in the words of the server. */
export async function attempt(deed: () => Promise<unknown>, done?: string): Promise<void> {
  try {
    await deed();
  } catch (error) {
    toast(error instanceof ApiError ? error.message : translate('users:twoStep.failed'), 'error');
    return;
  }
  if (done !== undefined) {
    toast(done);
  }
}
