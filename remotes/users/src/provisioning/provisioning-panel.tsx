import { Button, Empty, Failure, Loading, toast, useFormat, useSession, useText } from '@outrider/sdk';
import { Link } from '@outrider/sdk/router';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';

import { getProvisioning, giveToGroup, type DirectoryGroup } from '../api/provisioning';
import { attempt } from '../machines/attempt';
import { GroupButton } from '../form/group-button';
import { manyGroups } from '../form/group-pick';
import { useGroupOptions } from '../tree/groups';
import { useRoleOptions } from '../people/roles';

import '../api-keys/api-keys.css';
import './provisioning.css';

/** Where the directory of the organisation connects, whom it leads, and what its groups give. */
export function ProvisioningPanel() {
  const t = useText('users');
  const format = useFormat();
  const { Org: org } = useSession();
  const { data, error, refetch } = useQuery({ queryKey: ['provisioning', org.id], queryFn: ({ signal }) => getProvisioning(signal), staleTime: 0 });
  return (
    <section className="card api-keys" aria-labelledby="provisioning-title">
      <header>
        <h2 id="provisioning-title">{t('directory.title')}</h2>
        <p className="t2">
          {t('directory.text')} <a href="/api/docs">{t('apiKeys.docs')}</a>
        </p>
      </header>
      {error ? <Failure error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Loading rows={4} /> : null}
      {data ? (
        <>
          <Endpoint address={data.endpoint} />
          <p className="t2">{t(data.signed_in_elsewhere ? 'directory.noInvites' : 'directory.invites')}</p>
          <p>
            <Link to={`?${new URLSearchParams({ filter: 'provisioned:eq:true' }).toString()}`}>{t('directory.users', { count: data.users, shown: format.number(data.users) })}</Link>
          </p>
          <h3>{t('directory.groups')}</h3>
          {data.Groups.length === 0 ? <Empty title={t('directory.noGroups')}>{t('directory.noGroupsText')}</Empty> : <GroupTable groups={data.Groups} onGiven={() => void refetch()} />}
        </>
      ) : null}
    </section>
  );
}

/** The address to enter in the directory, and how it signs in. */
function Endpoint({ address }: { address: string }) {
  const t = useText('users');
  const copy = () =>
    void navigator.clipboard.writeText(address).then(
      () => toast(t('directory.copied')),
      () => toast(t('apiKeys.notCopied'), 'error'),
    );
  return (
    <div className="directory-address">
      <span className="label">{t('directory.address')}</span>
      <span className="row">
        <code className="api-keys-secret" aria-label={t('directory.address')}>
          {address}
        </code>
        <Button onClick={copy}>
          {t('apiKeys.copy')}
        </Button>
      </span>
      <p className="t2 s12">
        {t('directory.key')} <Link to="?tab=api-keys">{t('apiKeys.title')}</Link>
      </p>
    </div>
  );
}

function GroupTable({ groups, onGiven }: { groups: DirectoryGroup[]; onGiven: () => void }) {
  const t = useText('users');
  return (
    <div className="api-keys-scroll">
      <table aria-labelledby="provisioning-title">
        <thead>
          <tr>
            {(['group', 'members', 'role', 'place'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`directory.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <GroupRow key={group.id} group={group} onGiven={onGiven} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function GroupRow({ group, onGiven }: { group: DirectoryGroup; onGiven: () => void }) {
  const t = useText('users');
  const format = useFormat();
  const roles = useRoleOptions().filter(({ value }) => !isOfSupport(value));
  const places = useGroupOptions();
  const [isSaving, setSaving] = useState(false);
  const give = async (given: Partial<Pick<DirectoryGroup, 'role' | 'node'>>) => {
    setSaving(true);
    await attempt(() => giveToGroup(group.id, { role: group.role, node: group.node, ...given }), t('directory.saved'));
    setSaving(false);
    onGiven();
  };
  return (
    <tr>
      <th scope="row">{group.name}</th>
      <td className="num">{format.number(group.members)}</td>
      <td>
        <Choice label={t('directory.roleOf', { name: group.name })} none={t('directory.noRole')} value={group.role} options={roles} disabled={isSaving} onChange={(role) => void give({ role })} />
      </td>
      <td>
        <Place label={t('directory.placeOf', { name: group.name })} none={t('directory.noPlace')} value={group.node} options={places} disabled={isSaving} onChange={(node) => void give({ node })} />
      </td>
    </tr>
  );
}

/** Roles of support staff are nobody's to give from outside. */
function isOfSupport(role: string): boolean {
  return role === 'SYS_ADMIN' || role.startsWith('SUPPORT_');
}

interface ChoiceProps {
  label: string;
  none: string;
  value: string;
  options: { value: string; label: string }[];
  disabled: boolean;
  onChange: (value: string) => void;
}

/** A choice of a group of vehicles: many are searched. */
function Place(props: ChoiceProps) {
  const id = useId();
  if (props.options.length <= manyGroups) {
    return <Choice {...props} />;
  }
  return (
    <>
      <span id={`${id}-label`} className="unseen">
        {props.label}
      </span>
      <GroupButton {...props} id={id} labelId={`${id}-label`} />
    </>
  );
}

function Choice({ label, none, value, options, disabled, onChange }: ChoiceProps) {
  const [isAsked, setAsked] = useState(false); // a thousand rows of ten thousand options each would be ten million
  const offered = isAsked ? options : options.filter((option) => option.value === value);
  const ask = () => setAsked(true);
  const known = value === '' || options.some((option) => option.value === value);
  return (
    <select className="directory-choice" aria-label={label} value={value} disabled={disabled} onFocus={ask} onPointerDown={ask} onChange={({ target }) => onChange(target.value)}>
      <option value="">{none}</option>
      {known ? null : <option value={value}>{value}</option>}
      {offered.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
