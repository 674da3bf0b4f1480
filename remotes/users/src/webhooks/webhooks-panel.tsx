import { Button, confirm, useFormat, useSession, useText } from '@outrider/sdk';
import { Modal } from '@outrider/sdk/modal';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';

import { ShownOnce } from '../api-keys/made-key';
import { changeWebhook, deleteWebhook, getWebhooks, rotateSecret, testWebhook, type Webhook, type WebhookKind } from '../api/webhooks';
import { attempt } from '../machines/attempt';
import { MachinesPanel } from '../machines/machines-panel';

const WebhookDialog = lazy(() => import('./webhook-dialog').then((module) => ({ default: module.WebhookDialog })));
const DeliveriesDialog = lazy(() => import('./deliveries-dialog').then((module) => ({ default: module.DeliveriesDialog })));

type Open = { dialog: 'edit'; webhook?: Webhook } | { dialog: 'deliveries'; webhook: Webhook } | { dialog: 'secret'; secret: string };

/** The webhooks of the organisation: which there are, what was sent, and how each does. */
export function WebhooksPanel() {
  const t = useText('users');
  const { Org: org } = useSession();
  const [open, setOpen] = useState<Open>();
  const { data, error, refetch } = useQuery({ queryKey: ['webhooks', org.id], queryFn: ({ signal }) => getWebhooks(org.id, signal), staleTime: 0 });
  const run = async (deed: () => Promise<unknown>, done?: string) => {
    await attempt(deed, done);
    await refetch();
  };
  const deeds: Deeds = {
    edit: (webhook) => setOpen({ dialog: 'edit', webhook }),
    deliveries: (webhook) => setOpen({ dialog: 'deliveries', webhook }),
    resume: (webhook) => void run(() => changeWebhook(org.id, webhook, { ...wantedOf(webhook), enabled: true }), t('webhooks.resumed')),
    test: (webhook) =>
      void run(async () => {
        await testWebhook(org.id, webhook.id);
        setOpen({ dialog: 'deliveries', webhook });
      }),
    rotate: (webhook) =>
      void confirm({ title: t('webhooks.rotateTitle'), text: t('webhooks.rotateText'), confirm: t('webhooks.rotate') }).then((yes) =>
        yes ? run(async () => setOpen({ dialog: 'secret', secret: await rotateSecret(org.id, webhook.id) })) : undefined,
      ),
    remove: (webhook) =>
      void confirm({ title: t('webhooks.deleteTitle'), text: t('webhooks.deleteText'), confirm: t('webhooks.delete') }).then((yes) =>
        yes ? run(() => deleteWebhook(org.id, webhook.id), t('webhooks.deleted')) : undefined,
      ),
  };
  const close = () => {
    setOpen(undefined);
    void refetch();
  };

  return (
    <>
      <MachinesPanel of="webhooks" titleId="webhooks-title" count={data?.Webhooks.length} error={error} onRetry={() => void refetch()} onCreate={() => setOpen({ dialog: 'edit' })}>
        <WebhookTable webhooks={data?.Webhooks ?? []} kinds={data?.Kinds ?? []} deeds={deeds} />
      </MachinesPanel>
      <Suspense>
        {open?.dialog === 'edit' ? (
          <WebhookDialog webhook={open.webhook} kinds={data?.Kinds ?? []} onClose={close} onMade={(secret) => setOpen({ dialog: 'secret', secret })} />
        ) : null}
        {open?.dialog === 'deliveries' ? <DeliveriesDialog webhook={open.webhook} kinds={data?.Kinds ?? []} onClose={close} /> : null}
        {open?.dialog === 'secret' ? (
          <Modal title={t('webhooks.secretTitle')} width="sm" onClose={close}>
            <ShownOnce secret={open.secret} label={t('webhooks.secret')} text={t('webhooks.secretText')} copied={t('webhooks.copied')} onClose={close} />
          </Modal>
        ) : null}
      </Suspense>
    </>
  );
}

const wantedOf = ({ url, description, kinds, group, enabled }: Webhook) => ({ url, description, kinds, enabled, ...(group ? { group } : {}) });

type Deeds = Record<'edit' | 'deliveries' | 'resume' | 'test' | 'rotate' | 'remove', (webhook: Webhook) => void>;

interface WebhookTableProps {
  webhooks: Webhook[];
  kinds: WebhookKind[];
  deeds: Deeds;
}

function WebhookTable({ webhooks, kinds, deeds }: WebhookTableProps) {
  const t = useText('users');
  const format = useFormat();
  const titleOf = (id: string) => kinds.find((kind) => kind.id === id)?.title ?? id;
  return (
    <table aria-labelledby="webhooks-title">
      <thead>
        <tr>
          {(['receiver', 'kinds', 'madeBy', 'sent', 'waiting', 'state', 'actions'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`webhooks.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {webhooks.map((webhook) => (
          <tr key={webhook.id}>
            <th scope="row">
              {webhook.description || hostOf(webhook.url)}
              <code className="t2 s12">{hostOf(webhook.url)}</code>
            </th>
            <td title={webhook.kinds.map(titleOf).join(', ')}>{t('webhooks.count', { count: webhook.kinds.length })}</td>
            <td>{webhook.made_by}</td>
            <td className="num">{webhook.last_sent ? format.dateTime(webhook.last_sent) : t('apiKeys.never')}</td>
            <td className="num">{format.number(webhook.waiting)}</td>
            <td>
              {webhook.paused ? <span className="text-field-problem">{t(`webhooks.paused_${webhook.paused}`)}</span> : t(webhook.enabled ? 'webhooks.on' : 'webhooks.off')}
            </td>
            <td>
              <span className="row">
                {webhook.paused ? <Deed label={t('webhooks.resume')} onClick={() => deeds.resume(webhook)} /> : null}
                <Deed label={t('webhooks.deliveries')} onClick={() => deeds.deliveries(webhook)} />
                <Deed label={t('webhooks.test')} onClick={() => deeds.test(webhook)} />
                <Deed label={t('webhooks.edit')} onClick={() => deeds.edit(webhook)} />
                <Deed label={t('webhooks.rotate')} onClick={() => deeds.rotate(webhook)} />
                <Deed label={t('webhooks.delete')} onClick={() => deeds.remove(webhook)} />
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Deed({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button size="small" onClick={onClick}>
      {label}
    </Button>
  );
}

/** Whom an address names; what stands behind may be a secret. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
