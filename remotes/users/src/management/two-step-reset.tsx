import { Button, confirm, toast, useSession, useText } from '@outrider/sdk';
import { useQuery } from '@tanstack/react-query';

import { getTwoStep, resetTwoStep } from '../api/two-step';

/** How somebody signs in, with the way back in for who has lost the phone. Nothing is shown of who may not be changed. */
export function TwoStepReset({ userId }: { userId: string }) {
  const t = useText('users');
  const { Org: org } = useSession();
  const { data, refetch } = useQuery({ queryKey: ['two-step', userId], queryFn: ({ signal }) => getTwoStep(org.id, userId, signal), staleTime: 0 });
  if (!data) {
    return null;
  }
  const isOn = data.app || data.passkeys.length > 0;
  const reset = async () => {
    if (!(await confirm({ title: t('twoStep.resetTitle'), text: t('twoStep.resetText'), confirm: t('twoStep.reset') }))) {
      return;
    }
    await resetTwoStep(org.id, userId).then(
      () => toast(t('twoStep.resetDone')),
      () => toast(t('twoStep.failed'), 'error'),
    );
    await refetch();
  };
  return (
    <section className="ppl-two-step row" aria-labelledby="ppl-two-step">
      <h3 id="ppl-two-step" className="grow">
        {t('twoStep.title')}
        <span className="t2"> · {t(isOn ? 'twoStep.isOn' : 'twoStep.isOff')}</span>
      </h3>
      {isOn ? (
        <Button size="small" onClick={() => void reset()}>
          {t('twoStep.reset')}
        </Button>
      ) : null}
    </section>
  );
}
