import { ApiError, Button, Failure, Loading, toast, useSession, useText } from '@outrider/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { getTwoStepRoles, putTwoStepRoles } from '../api/two-step';
import { rolesWithin, useRoleName } from '../people/roles';

/** Whose second step the organisation requires. */
export function SignInRules() {
  const { Org: org } = useSession();
  const { data, error, refetch } = useQuery({ queryKey: ['sign-in-rules', org.id], queryFn: ({ signal }) => getTwoStepRoles(org.id, signal), staleTime: 0 });
  if (error) {
    return <Failure error={error} onRetry={() => void refetch()} />;
  }
  return data ? <RolesForm key={data.join()} required={data} onSaved={() => void refetch()} /> : <Loading rows={6} />;
}

function RolesForm({ required, onSaved }: { required: string[]; onSaved: () => void }) {
  const t = useText('users');
  const { Org: org, user } = useSession();
  const nameOf = useRoleName();
  const [chosen, setChosen] = useState(required);
  const [failure, setFailure] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const isChanged = chosen.length !== required.length || chosen.some((role) => !required.includes(role));

  const save = async () => {
    setSaving(true);
    try {
      await putTwoStepRoles(org.id, chosen);
      toast(t('twoStep.rulesSaved'));
      onSaved();
    } catch (error) {
      setFailure(error instanceof ApiError && error.status === 409 ? t('twoStep.yourselfFirst') : t('twoStep.failed'));
    } finally {
      setSaving(false);
    }
  };

  return (
    <section className="card ppl-rules" aria-labelledby="ppl-rules">
      <h2 id="ppl-rules">{t('twoStep.rulesTitle')}</h2>
      <p className="t2">{t('twoStep.rulesText')}</p>
      <fieldset className="ppl-roles">
        <legend className="label">{t('twoStep.rulesRoles')}</legend>
        {rolesWithin(user.Role.name).map((role) => (
          <label key={role} className="row">
            <input
              type="checkbox"
              checked={chosen.includes(role)}
              onChange={({ target }) => {
                setChosen(target.checked ? [...chosen, role] : chosen.filter((other) => other !== role));
                setFailure(undefined);
              }}
            />
            {nameOf(role)}
          </label>
        ))}
      </fieldset>
      {failure ? (
        <p className="text-field-problem" role="alert">
          {failure}
        </p>
      ) : null}
      <div>
        <Button variant="primary" disabled={!isChanged || isSaving} onClick={() => void save()}>
          {t('twoStep.save')}
        </Button>
      </div>
    </section>
  );
}
