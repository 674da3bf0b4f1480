import { ApiError, Button, confirm, Empty, Failure, Icon, Loading, toast, usePermission, useText } from '@outrider/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { deleteMail, readMails, saveMail, type MailConfig } from './api';
import { MailDialog } from './mail-dialog';
import { MailRow } from './mail-row';

const key = ['alerts', 'organisation', 'mails'];

/** Who is mailed about which types of alerts, of which vehicles. */
export function MailsSection() {
  const t = useText('alerts');
  const client = useQueryClient();
  const may = usePermission('modifyAlertEmailList');
  const { data, error, refetch } = useQuery({ queryKey: key, queryFn: ({ signal }) => readMails(signal) });
  const [edited, setEdited] = useState<MailConfig | 'new'>();
  const again = () => void client.invalidateQueries({ queryKey: key });
  const { mutate, isPending } = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onError: (failed) => toast(failed instanceof ApiError ? failed.message : t('config.failed'), 'error'),
    onSettled: again,
  });
  if (!data) {
    return error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading rows={3} />;
  }
  const remove = async ({ id }: MailConfig) => {
    if (await confirm({ title: t('org.deleteTitle'), text: t('org.deleteText'), confirm: t('rules.delete'), tone: 'danger' })) {
      mutate(() => deleteMail(id));
    }
  };
  const add = (
    <Button disabled={!may} title={may ? undefined : t('config.mayNot')} onClick={() => setEdited('new')}>
      <Icon name="plus" small />
      {t('org.addMail')}
    </Button>
  );
  return (
    <div className="rules">
      {data.length === 0 ? <Empty icon="notifications" title={t('org.noMails')} action={add}>{t('org.noMailsText')}</Empty> : null}
      {data.length > 0 ? (
        <ul className="cfg-rows">
          {data.map((mail) => (
            <MailRow key={mail.id} mail={mail} isLocked={!may || isPending} onEdit={() => setEdited(mail)} onRemove={() => void remove(mail)} onSwitch={(enabled) => mutate(() => saveMail({ ...mail, enabled }))} />
          ))}
        </ul>
      ) : null}
      {data.length > 0 ? add : null}
      {edited ? <MailDialog mail={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} onSaved={again} /> : null}
    </div>
  );
}
