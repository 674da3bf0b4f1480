import { ApiError, Button, Failure, Loading, toast, usePermission, useText } from '@outrider/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { inputName } from '../alert/input-name';
import { readRecipients, saveRecipients, type EmailList, type VehicleConfig } from './api';
import { RecipientsEditor, sameLists } from './recipients-editor';

/** Who is mailed about alerts of a vehicle. */
export function RecipientsPanel({ config }: { config: VehicleConfig }) {
  const t = useText('alerts');
  const client = useQueryClient();
  const key = ['alerts', 'recipients', config.vehicle_id];
  const { data, error, refetch } = useQuery({ queryKey: key, queryFn: ({ signal }) => readRecipients(config.vehicle_id, signal) });
  const may = usePermission('modifyAlertEmailList');
  const [draft, setDraft] = useState<EmailList['alert_email_list']>();
  const { mutate, isPending } = useMutation({
    mutationFn: (alert_email_list: EmailList['alert_email_list']) => saveRecipients([{ vehicle_id: config.vehicle_id, alert_email_list }], 'replace'),
    onSuccess: ([saved]) => {
      client.setQueryData(key, saved);
      setDraft(undefined);
      toast(t('config.recipientsSaved'));
    },
    onError: (failed) => toast(failed instanceof ApiError ? (failed.errors[0]?.message ?? failed.message) : t('config.failed'), 'error'),
  });
  if (!data) {
    return error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading rows={6} />;
  }
  const saved = data.alert_email_list;
  const shown = draft ?? saved;
  const isChanged = draft !== undefined && !sameLists(draft, saved);
  return (
    <>
      <p className="t2 cfg-about">{t('config.recipientsText')}</p>
      <RecipientsEditor lists={shown} nameOf={(pin) => inputName(t, pin, config.alerts.find((entry) => entry.pin === pin)?.pin_name)} disabled={!may || isPending} onChange={setDraft} />
      <footer className="cfg-foot">
        <Button disabled={!isChanged || isPending} onClick={() => setDraft(undefined)}>
          {t('config.cancel')}
        </Button>
        <Button variant="primary" disabled={!may || !isChanged || isPending} title={may ? undefined : t('config.mayNot')} onClick={() => mutate(shown)}>
          {t('config.saveRecipients')}
        </Button>
      </footer>
    </>
  );
}
