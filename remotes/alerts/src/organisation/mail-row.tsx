import { Icon, IconButton, useText } from '@outrider/sdk';
import { useFleetTree } from '@outrider/sdk/select';
import { useMemo } from 'react';

import { typeName } from '../alert/looks';
import { Toggle } from '../config/toggle';
import { groupOptions, vehicleOptions } from '../rules/groups-field';
import type { MailConfig } from './api';

interface MailRowProps {
  mail: MailConfig;
  isLocked: boolean;
  onEdit: () => void;
  onRemove: () => void;
  onSwitch: (enabled: boolean) => void;
}

/** How many names are written out. */
const named = 3;

/** One configuration: what, where, and to whom. */
export function MailRow({ mail, isLocked, onEdit, onRemove, onSwitch }: MailRowProps) {
  const t = useText('alerts');
  const where = useWhere();
  const types = shortOf(mail.alert_types.map((type) => typeName(t, type)));
  const name = `${types}, ${where(mail)}`;
  return (
    <li className="cfg-row rules-row">
      <Toggle label={t('org.enabledOf', { name })} on={mail.enabled} disabled={isLocked} onChange={onSwitch} />
      <span className="grow rules-words">
        <b>{types}</b>
        <span className="s12 t2">{where(mail)}</span>
        <span className="s12 t3 org-recipients">{mail.recipients.length > 0 ? mail.recipients.join(', ') : t('org.nobody')}</span>
      </span>
      <IconButton label={t('rules.edit', { name })} disabled={isLocked} onClick={onEdit}>
        <Icon name="edit" small />
      </IconButton>
      <IconButton label={t('rules.deleteOf', { name })} disabled={isLocked} onClick={onRemove}>
        <Icon name="close" small />
      </IconButton>
    </li>
  );
}

/** The vehicles or groups of a configuration by their names; counted while the tree is not here. */
function useWhere(): (mail: MailConfig) => string {
  const t = useText('alerts');
  const { data } = useFleetTree();
  const names = useMemo(() => new Map(data ? [...groupOptions(data), ...vehicleOptions(data)].map(({ value, label }) => [value, label] as const) : []), [data]);
  return ({ vehicles, nodes }) => {
    const known = [...nodes, ...vehicles].map((id) => names.get(id));
    const isNamed = known.length > 0 && known.every((name) => name !== undefined);
    return isNamed ? shortOf(known) : nodes.length > 0 ? t('rules.inGroups', { count: nodes.length }) : t('org.vehicles', { count: vehicles.length });
  };
}

/** `A, B, C +4` */
function shortOf(all: readonly (string | undefined)[]): string {
  return `${all.slice(0, named).join(', ')}${all.length > named ? ` +${all.length - named}` : ''}`;
}
