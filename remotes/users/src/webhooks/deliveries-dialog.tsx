import { ApiError, Button, Empty, Failure, Loading, toast, useFormat, useSession, useText } from '@outrider/sdk';
import { Modal } from '@outrider/sdk/modal';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';

import { getDeliveries, getDeliveryBody, replay, type Delivery, type Webhook, type WebhookKind } from '../api/webhooks';

const everyMs = 3000;
const dayMs = 86_400_000;

interface DeliveriesDialogProps {
  webhook: Webhook;
  kinds: WebhookKind[];
  onClose: () => void;
}

/** What was sent to a webhook, how its receiver answered, and the way to send it again. */
export function DeliveriesDialog({ webhook, kinds, onClose }: DeliveriesDialogProps) {
  const t = useText('users');
  const { Org: org } = useSession();
  const [shown, setShown] = useState<number>();
  const { data, error, refetch } = useQuery({
    queryKey: ['webhook-deliveries', webhook.id], queryFn: ({ signal }) => getDeliveries(org.id, webhook.id, signal), refetchInterval: everyMs, staleTime: 0,
  });
  const again = (what: Parameters<typeof replay>[2]) =>
    void replay(org.id, webhook.id, what).then(
      (count) => {
        toast(t('webhooks.replayed', { count }));
        void refetch();
      },
      (error: unknown) => toast(error instanceof ApiError ? error.message : t('twoStep.failed'), 'error'),
    );
  const givenUp = () => again({ from: new Date(Date.now() - 30 * dayMs).toISOString(), to: new Date().toISOString(), state: 'given_up' });
  const rows = data?.Deliveries ?? [];
  return (
    <Modal title={t('webhooks.deliveriesOf', { name: webhook.description || webhook.url })} width="lg" onClose={onClose}>
      <div className="api-keys webhooks-deliveries">
        {error ? <Failure error={error} onRetry={() => void refetch()} /> : null}
        {!data && !error ? <Loading rows={4} /> : null}
        {data && rows.length === 0 ? <Empty title={t('webhooks.noDeliveries')}>{t('webhooks.noDeliveriesText')}</Empty> : null}
        {rows.some(({ state }) => state === 'given_up') ? (
          <div className="api-keys-actions">
            <Button onClick={givenUp}>
              {t('webhooks.replayGivenUp')}
            </Button>
          </div>
        ) : null}
        {rows.length > 0 ? (
          <DeliveryTable webhookId={webhook.id} rows={rows} kinds={kinds} shown={shown} onShow={setShown} onAgain={(id) => again({ ids: [id] })} />
        ) : null}
      </div>
    </Modal>
  );
}

interface DeliveryTableProps {
  webhookId: string;
  rows: Delivery[];
  kinds: WebhookKind[];
  shown: number | undefined;
  onShow: (id: number | undefined) => void;
  onAgain: (id: number) => void;
}

function DeliveryTable({ webhookId, rows, kinds, shown, onShow, onAgain }: DeliveryTableProps) {
  const t = useText('users');
  const titleOf = (id: string) => (id === 'test' ? t('webhooks.test') : (kinds.find((kind) => kind.id === id)?.title ?? id));
  return (
    <div className="api-keys-scroll">
      <table aria-label={t('webhooks.deliveries')}>
        <thead>
          <tr>
            {(['time', 'event', 'state', 'attempts', 'answer', 'took', 'actions'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`webhooks.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Fragment key={row.id}>
              <DeliveryRow row={row} title={titleOf(row.kind)} isShown={shown === row.id} onShow={() => onShow(shown === row.id ? undefined : row.id)} onAgain={() => onAgain(row.id)} />
              {shown === row.id ? (
                <tr>
                  <td colSpan={7}>
                    <Body webhookId={webhookId} delivery={row.id} />
                  </td>
                </tr>
              ) : null}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface DeliveryRowProps {
  row: Delivery;
  title: string;
  isShown: boolean;
  onShow: () => void;
  onAgain: () => void;
}

function DeliveryRow({ row, title, isShown, onShow, onAgain }: DeliveryRowProps) {
  const t = useText('users');
  const format = useFormat();
  return (
    <tr>
      <td className="num">{format.dateTime(row.at)}</td>
      <th scope="row">{title}</th>
      <td>{t(`webhooks.state_${row.state}`)}</td>
      <td className="num">{format.number(row.attempts)}</td>
      <td>{row.problem && row.problem !== 'status' ? t(`webhooks.problem_${row.problem}`) : row.code || '–'}</td>
      <td className="num">{t('webhooks.ms', { ms: format.number(row.took_ms) })}</td>
      <td>
        <span className="row">
          <Button size="small" aria-expanded={isShown} onClick={onShow}>
            {t('webhooks.show')}
          </Button>
          {row.state === 'waiting' || row.kind === 'test' ? null : (
            <Button size="small" onClick={onAgain}>
              {t('webhooks.replay')}
            </Button>
          )}
        </span>
      </td>
    </tr>
  );
}

function Body({ webhookId, delivery }: { webhookId: string; delivery: number }) {
  const t = useText('users');
  const { Org: org } = useSession();
  const { data } = useQuery({ queryKey: ['webhook-delivery', delivery], queryFn: ({ signal }) => getDeliveryBody(org.id, webhookId, delivery, signal) });
  return (
    <pre className="api-keys-secret s12" aria-label={t('webhooks.body')}>
      {data === '' ? t('webhooks.notYours') : data}
    </pre>
  );
}
