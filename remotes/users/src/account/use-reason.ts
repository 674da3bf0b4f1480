import { ApiError, useText } from '@outrider/sdk';

/** Says why something about signing in was refused; `wrong` is what a 422 means there. */
export function useReason(): (error: unknown, wrong: string) => string {
  const t = useText('users');
  return (error, wrong) => {
    if (!(error instanceof ApiError)) {
      return t('twoStep.failed');
    }
    if (error.status === 429) {
      return t('twoStep.tooMany');
    }
    if (error.status === 409) {
      return t('twoStep.isRequired');
    }
    return error.status === 422 ? wrong : t('twoStep.failed');
  };
}
