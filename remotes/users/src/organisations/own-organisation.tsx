import { Failure, Loading, required, toast, useSession, useText } from '@outrider/sdk';
import { Form, ruled, TextField } from '@outrider/sdk/inputs';
import * as z from '@outrider/sdk/schema';
import { useQuery } from '@tanstack/react-query';

import { getOwnOrganisation, updateOwnOrganisation, type OwnOrganisation as Organisation } from '../api/organisations';
import { Place } from './organisation-dialog';

const schema = z.object({ name: ruled(required).max(200), countryCode: z.string().min(1), zone: z.string().min(1) });

/** The form of one's own organisation, for its administrators. */
export function OwnOrganisation() {
  const { Org: org } = useSession();
  const { data, error, refetch } = useQuery({ queryKey: ['own-organisation', org.id], queryFn: ({ signal }) => getOwnOrganisation(org.id, signal), staleTime: 0 });
  if (error) {
    return <Failure error={error} onRetry={() => void refetch()} />;
  }
  return data ? <OrganisationForm key={data.version} organisation={data} onSaved={() => void refetch()} /> : <Loading rows={6} />;
}

function OrganisationForm({ organisation, onSaved }: { organisation: Organisation; onSaved: () => void }) {
  const t = useText('users');
  const { name, countryCode, zone } = organisation;
  return (
    <section className="card ppl-rules" aria-labelledby="own-organisation">
      <h2 id="own-organisation">{t('ownOrg.title')}</h2>
      <p className="t2">{t('ownOrg.text')}</p>
      <Form
        label={t('ownOrg.title')}
        schema={schema}
        values={{ name, countryCode, zone }}
        onSubmit={async (typed) => {
          await updateOwnOrganisation(organisation, typed);
          toast(t('orgs.saved'));
          onSaved();
        }}
      >
        <div className="ppl-form">
          <TextField name="name" label={t('orgs.name')} required className="ppl-wide" />
          <Place />
        </div>
      </Form>
    </section>
  );
}
