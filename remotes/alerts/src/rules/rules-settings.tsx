import { ApiError, Button, confirm, Empty, Failure, Icon, IconButton, Loading, toast, useText } from '@outrider/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { Toggle } from '../config/toggle';
import { deleteRule, readRules, saveRule, type Rule } from './api';
import { RuleDialog } from './rule-dialog';
import { useSummary } from './use-summary';

import '../config/config.css';
import './rules.css';

const key = ['alerts', 'rules'];

/** The user's own rules: which alerts they are told of, and how. */
export function RulesSettings() {
  const t = useText('alerts');
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({ queryKey: key, queryFn: ({ signal }) => readRules(signal) });
  const [edited, setEdited] = useState<Rule | 'new'>();
  const { mutate, isPending } = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onError: (failed) => toast(failed instanceof ApiError ? failed.message : t('config.failed'), 'error'),
    onSettled: () => void client.invalidateQueries({ queryKey: key }),
  });
  if (!data) {
    return error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading rows={3} />;
  }
  const remove = async (rule: Rule) => {
    if (await confirm({ title: t('rules.deleteTitle', { name: rule.name }), text: t('rules.deleteText'), confirm: t('rules.delete'), tone: 'danger' })) {
      mutate(() => deleteRule(rule.id));
    }
  };
  const add = (
    <Button onClick={() => setEdited('new')}>
      <Icon name="plus" small />
      {t('rules.add')}
    </Button>
  );
  return (
    <div className="rules">
      <p className="t2">{t('rules.text')}</p>
      {data.length === 0 ? <Empty icon="notifications" title={t('rules.none')} action={add}>{t('rules.noneText')}</Empty> : null}
      {data.length > 0 ? (
        <ul className="cfg-rows">
          {data.map((rule) => (
            <RuleRow key={rule.id} rule={rule} disabled={isPending} onEdit={() => setEdited(rule)} onRemove={() => void remove(rule)} onSwitch={(enabled) => mutate(() => saveRule(rule.id, { ...draftOf(rule), enabled }))} />
          ))}
        </ul>
      ) : null}
      {data.length > 0 ? add : null}
      {edited ? <RuleDialog rule={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} onSaved={() => void client.invalidateQueries({ queryKey: key })} /> : null}
    </div>
  );
}

const draftOf = ({ name, alert_types, severity, groups, days, from, to, zone, by_mail, in_portal, enabled }: Rule) => ({
  name, alert_types, severity, groups, days, from, to, zone, by_mail, in_portal, enabled,
});

interface RuleRowProps {
  rule: Rule;
  disabled: boolean;
  onEdit: () => void;
  onRemove: () => void;
  onSwitch: (enabled: boolean) => void;
}

function RuleRow({ rule, disabled, onEdit, onRemove, onSwitch }: RuleRowProps) {
  const t = useText('alerts');
  const summary = useSummary();
  return (
    <li className="cfg-row rules-row">
      <Toggle label={t('rules.enabledOf', { name: rule.name })} on={rule.enabled} disabled={disabled} onChange={onSwitch} />
      <span className="grow rules-words">
        <b>{rule.name}</b>
        <span className="s12 t2">{summary(rule)}</span>
      </span>
      <IconButton label={t('rules.edit', { name: rule.name })} onClick={onEdit}>
        <Icon name="edit" small />
      </IconButton>
      <IconButton label={t('rules.deleteOf', { name: rule.name })} disabled={disabled} onClick={onRemove}>
        <Icon name="close" small />
      </IconButton>
    </li>
  );
}
