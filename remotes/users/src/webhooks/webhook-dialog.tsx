import { ApiError, Button, useSession, useText, type TextKey } from '@outrider/sdk';
import { Modal } from '@outrider/sdk/modal';
import { useState, type FormEvent } from 'react';

import { changeWebhook, makeWebhook, type WantedWebhook, type Webhook, type WebhookKind } from '../api/webhooks';
import { TextField } from '../form/text-field';
import { GroupPick } from '../form/group-pick';

interface WebhookDialogProps {
  webhook: Webhook | undefined;
  kinds: WebhookKind[];
  onClose: () => void;
  onMade: (secret: string) => void;
}

/** Makes a webhook or changes one: where it sends, which events, and what it sees. */
export function WebhookDialog({ webhook, kinds, onClose, onMade }: WebhookDialogProps) {
  const t = useText('users');
  const { Org: org } = useSession();
  const [wanted, setWanted] = useState<WantedWebhook>({
    url: webhook?.url ?? '', description: webhook?.description ?? '', kinds: webhook?.kinds ?? [], group: webhook?.group ?? '', enabled: webhook?.enabled ?? true,
  });
  const [failure, setFailure] = useState<string>();
  const [isSending, setSending] = useState(false);
  const set = (change: Partial<WantedWebhook>) => setWanted({ ...wanted, ...change });

  const submitted = async (event: FormEvent) => {
    event.preventDefault();
    setSending(true);
    const { group, ...rest } = wanted;
    const sent = { ...rest, url: wanted.url.trim(), description: wanted.description.trim(), ...(group ? { group } : {}) };
    try {
      if (webhook) {
        await changeWebhook(org.id, webhook, sent);
        onClose();
      } else {
        onMade(await makeWebhook(org.id, sent));
      }
    } catch (error) {
      setFailure(t(failureOf(error)));
      setSending(false);
    }
  };

  return (
    <Modal title={t(webhook ? 'webhooks.editTitle' : 'webhooks.create')} width="sm" onClose={onClose}>
      <form className="api-keys-form" onSubmit={(event) => void submitted(event)}>
        <TextField label={t('webhooks.url')} placeholder="https://erp.example.com/outrider" maxLength={2000} value={wanted.url} onChange={(url) => set({ url })} />
        <TextField label={t('webhooks.description')} placeholder={t('apiKeys.example')} maxLength={200} value={wanted.description} onChange={(description) => set({ description })} />
        <GroupPick label={t('apiKeys.group')} none={t('apiKeys.allGroups')} value={wanted.group ?? ''} withoutRoot onChange={(group) => set({ group })} />
        <KindChoice kinds={kinds} chosen={wanted.kinds} onChange={(chosen) => set({ kinds: chosen })} />
        <label className="row">
          <input type="checkbox" checked={wanted.enabled} onChange={({ target }) => set({ enabled: target.checked })} />
          {t('webhooks.on')}
        </label>
        <p className="t2 s12">{t('webhooks.asMaker')}</p>
        {failure ? (
          <p className="text-field-problem" role="alert">
            {failure}
          </p>
        ) : null}
        <div className="api-keys-actions">
          <Button onClick={onClose}>
            {t('twoStep.cancel')}
          </Button>
          <Button type="submit" variant="primary" disabled={isSending || wanted.url.trim() === '' || wanted.kinds.length === 0}>
            {t(webhook ? 'webhooks.save' : 'webhooks.create')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function failureOf(error: unknown): TextKey<'users'> {
  if (!(error instanceof ApiError)) {
    return 'twoStep.failed';
  }
  if (error.status === 409) {
    return 'webhooks.conflict';
  }
  return error.status === 422 ? 'webhooks.badAddress' : 'twoStep.failed';
}

interface KindChoiceProps {
  kinds: WebhookKind[];
  chosen: string[];
  onChange: (chosen: string[]) => void;
}

/** The kinds of events that plugins offer; those that one may not see cannot be chosen. */
function KindChoice({ kinds, chosen, onChange }: KindChoiceProps) {
  const t = useText('users');
  return (
    <fieldset className="api-keys-permissions">
      <legend className="label">{t('webhooks.kinds')}</legend>
      {kinds.map(({ id, title, description, allowed }) => (
        <label key={id} className="row">
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            disabled={!allowed}
            onChange={({ target }) => onChange(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))}
          />
          <span>
            {title}
            <span className="t2 s12 webhooks-about">{description}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
