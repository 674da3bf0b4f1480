import { email, required, toast, useText } from '@outrider/sdk';
import { Form, MultiSelect, ruled, Select, TextField, useFormContext, useWatch } from '@outrider/sdk/inputs';
import { Modal } from '@outrider/sdk/modal';
import * as z from '@outrider/sdk/schema';
import { useEffect, useMemo, useState } from 'react';

import { createOrganisation, organisationServices, updateOrganisation, type Organisation } from '../api/organisations';
import { useCountries, zonesWith } from './places';
import { slugOf } from './slug';

interface OrganisationDialogProps {
  organisation: Organisation | undefined;
  onClose: () => void;
  onSaved: () => void;
}

/** The form of an organisation: a new one with whom to invite as its first administrator, or one that there is. */
export function OrganisationDialog({ organisation, onClose, onSaved }: OrganisationDialogProps) {
  return organisation ? <Edit organisation={organisation} onClose={onClose} onSaved={onSaved} /> : <Create onClose={onClose} onSaved={onSaved} />;
}

const place = { name: ruled(required).max(200), countryCode: z.string().min(1), zone: z.string().min(1) };
const createSchema = z.object({
  ...place,
  id: z.string().regex(/^[a-z][a-z0-9-]{0,62}$/),
  email: ruled(required, email).max(254),
  first_name: z.string().max(100),
  last_name: z.string().max(100),
});
const editSchema = z.object({ ...place, serviceList: z.array(z.string()) });

function Create({ onClose, onSaved }: { onClose: () => void; onSaved: () => void }) {
  const t = useText('users');
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <Modal title={t('orgs.new')} hint={t('orgs.newHint')} width="md" onClose={onClose}>
      <Form
        label={t('orgs.new')}
        schema={createSchema}
        values={{ name: '', id: '', countryCode: 'GB', zone: here, email: '', first_name: '', last_name: '' }}
        submitLabel={t('orgs.create')}
        onCancel={onClose}
        onSubmit={async ({ email: address, first_name, last_name, ...rest }) => {
          await createOrganisation({ ...rest, administrator: { email: address, first_name, last_name, role: 'ORG_ADMIN' } });
          onSaved();
          toast(t('orgs.created', { name: rest.name, email: address }));
          onClose();
        }}
      >
        <div className="ppl-form">
          <TextField name="name" label={t('orgs.name')} required />
          <TextField name="id" label={t('orgs.id')} required hint={t('orgs.idHint')} />
          <IdFromName />
          <Place />
          <TextField name="email" label={t('orgs.administrator')} type="email" required className="ppl-wide" hint={t('orgs.administratorHint')} />
          <TextField name="first_name" label={t('profile.firstname')} />
          <TextField name="last_name" label={t('profile.lastname')} />
        </div>
      </Form>
    </Modal>
  );
}

/** Proposes an id as long as nobody has typed one. */
function IdFromName() {
  const { setValue, getFieldState } = useFormContext();
  const name = useWatch({ name: 'name' }) as string;
  useEffect(() => {
    if (!getFieldState('id').isTouched) {
      setValue('id', slugOf(name));
    }
  }, [name, setValue, getFieldState]);
  return null;
}

/** Country and time zone, in any form of an organisation. */
export function Place() {
  const t = useText('users');
  const countries = useCountries();
  const { getValues } = useFormContext();
  const [zones] = useState(() => zonesWith(getValues('zone') as string));
  return (
    <>
      <Select name="countryCode" label={t('orgs.country')} required options={countries} />
      <Select name="zone" label={t('orgs.zone')} required options={zones} />
    </>
  );
}

function Edit({ organisation, onClose, onSaved }: { organisation: Organisation; onClose: () => void; onSaved: () => void }) {
  const t = useText('users');
  const { id, name, countryCode, zone, serviceList, version } = organisation;
  const services = useMemo(() => organisationServices.map((value) => ({ value, label: t(`orgs.service.${value}`) })), [t]);
  return (
    <Modal title={name} hint={id} width="md" onClose={onClose}>
      <Form
        label={t('orgs.edit')}
        schema={editSchema}
        values={{ name, countryCode, zone, serviceList }}
        onCancel={onClose}
        onSubmit={async (typed) => {
          await updateOrganisation(id, { ...typed, version });
          onSaved();
          toast(t('orgs.saved'));
          onClose();
        }}
      >
        <div className="ppl-form">
          <TextField name="name" label={t('orgs.name')} required className="ppl-wide" />
          <Place />
          <MultiSelect name="serviceList" label={t('orgs.services')} options={services} className="ppl-wide" />
        </div>
      </Form>
    </Modal>
  );
}
