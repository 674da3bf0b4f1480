import { Failure, Icon, IconButton, Loading, snackbar, toast, usePermission, useShellInfo, useText } from '@outrider/sdk';
import { Form } from '@outrider/sdk/inputs';
import { useNavigate, useParams, useSearchParams } from '@outrider/sdk/router';
import { tableKey } from '@outrider/sdk/table';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';

import { getEmails, getFence, type Fence } from '../api/fences';
import { formOf, formSchema, type FenceForm } from '../fence/fence-form';
import { PeopleFields } from './people-fields';
import { PlaceField } from './place-field';
import { PropertyFields } from './property-fields';
import { saveFence } from './save-fence';
import { TriggerFields } from './trigger-fields';
import { VehicleFields } from './vehicle-fields';

/** The form of a geofence: what it is and watches, beside where it is. */
export function FormScreen() {
  const { id } = useParams();
  const [search] = useSearchParams();
  const source = id ?? search.get('copy') ?? undefined;
  const { data, error, refetch } = useQuery({
    queryKey: ['geofences', 'form', source],
    queryFn: async ({ signal }) => {
      if (!source) return { fence: undefined, emails: [] };
      const [fence, emails] = await Promise.all([getFence(source, signal), getEmails(source, signal)]);
      return { fence, emails };
    },
    staleTime: Infinity, // what somebody else changes meanwhile is a conflict when this is saved
    gcTime: 0,
  });
  if (!data) {
    return error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading />;
  }
  return <LoadedForm fence={id ? data.fence : undefined} copied={id ? undefined : data.fence} emails={data.emails} />;
}

interface LoadedFormProps {
  fence: Fence | undefined;
  /** What a new geofence begins as. */
  copied: Fence | undefined;
  emails: string[];
}

function LoadedForm({ fence, copied, emails }: LoadedFormProps) {
  const t = useText('geofences');
  const navigate = useNavigate();
  const client = useQueryClient();
  const { session } = useShellInfo();
  const may = usePermission(fence ? 'editGeofence' : 'createGeofence') && (fence?.may_edit ?? true);
  const values = useMemo(() => {
    const begun = copied && { ...copied, name: t('form.copyOf', { name: copied.name }).slice(0, 100), shared_with: [] };
    return formOf(fence ?? begun, emails, session.Org.zone || 'UTC');
  }, [fence, copied, emails, session.Org.zone, t]);
  const leave = (id?: string) => void navigate(id ? `/geo-fence/${encodeURIComponent(id)}` : '/geo-fence');
  const save = async (form: FenceForm) => {
    const { saved, problems } = await saveFence(fence, fence ? emails : [], form, t);
    if (problems.length > 0) snackbar(problems.join(' '), undefined, 'error'); // long enough to be read
    else toast(t('form.saved', { name: saved.name }));
    await Promise.all([client.invalidateQueries({ queryKey: ['geofences'] }), client.invalidateQueries({ queryKey: tableKey('geofences') })]);
    setTimeout(() => leave(saved.id)); // once the form knows that it is saved
  };
  return (
    <div className="gf-form">
      <header className="gf-form-head">
        <IconButton label={t('form.back')} onClick={() => leave(fence?.id)}>
          <Icon name="back" />
        </IconButton>
        <h2 className="ell">{fence ? t('form.edit', { name: fence.name }) : t('form.new')}</h2>
      </header>
      <Form<FenceForm, FenceForm> label={fence ? t('form.edit', { name: fence.name }) : t('form.new')} schema={formSchema} values={values} readOnly={!may} onSubmit={save} onCancel={() => leave(fence?.id)} submitLabel={t('form.save')}>
        <div className="gf-form-body">
          <div className="gf-form-fields">
            <PropertyFields />
            <TriggerFields />
            <VehicleFields />
            <PeopleFields />
          </div>
          <PlaceField id={fence?.id} kind={fence?.shape.type} readOnly={!may} />
        </div>
      </Form>
    </div>
  );
}
