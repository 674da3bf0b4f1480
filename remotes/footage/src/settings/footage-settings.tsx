import { Denied, Failure, Loading, toast, useFormat, usePermission, useShellInfo, useText } from '@outrider/sdk';
import { Form, NumberField, Switch } from '@outrider/sdk/inputs';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';

import { changeSettings, getSettings, settingsKey, type FootageSettings } from '../api/settings';
import { fileTypes } from '../files/columns';
import { changeOf, settingsSchema, valuesOf } from './settings-form';
import { StorageUse } from '../storage/storage-use';

import './settings.css';

/** The roles that decide how much an organisation may keep. */
const supportRoles = new Set(['SYS_ADMIN', 'SUPPORT_ADMIN', 'SUPPORT_LEAD']);

/** What the organisation decides about its video and files: how long they are kept, how much there may be, and whether pictures carry a name. */
export function FootageSettingsPart() {
  const maySee = usePermission('listFilesets');
  const settings = useQuery({ queryKey: settingsKey, queryFn: ({ signal }) => getSettings(signal), enabled: maySee });
  if (!maySee) return <Denied />;
  if (settings.isPending) return <Loading rows={6} />;
  if (settings.isError) return <Failure error={settings.error} onRetry={() => void settings.refetch()} />;
  return <SettingsForm settings={settings.data} />;
}

function SettingsForm({ settings }: { settings: FootageSettings }) {
  const t = useText('footage');
  const format = useFormat();
  const queryClient = useQueryClient();
  const isSupport = supportRoles.has(useShellInfo().session.user.Role.name);
  const values = useMemo(() => valuesOf(settings), [settings]);
  return (
    <>
      <p className="fs-use">
        <StorageUse settings={settings} />
        <span className="t2 num">{t('storage.files', { count: settings.files, n: format.number(settings.files) })}</span>
      </p>
      <Form
        schema={settingsSchema}
        values={values}
        label={t('storage.title')}
        onSubmit={async (wanted) => {
          queryClient.setQueryData(settingsKey, await changeSettings(changeOf(settings, wanted)));
          toast(t('storage.saved'));
        }}
      >
        <Switch name="watermark" label={t('storage.watermark')} hint={t('storage.watermarkHint')} />
        <fieldset className="fs-days">
          <legend>{t('storage.keep')}</legend>
          <div className="form-grid">
            {fileTypes.filter((type) => type in values.days).map((type) => <NumberField key={type} name={`days.${type}`} label={t(`files.type.${type}`)} unit={t('storage.days')} digits={0} required />)}
          </div>
        </fieldset>
        <NumberField name="quota" label={t('storage.quota')} unit="GB" digits={2} placeholder={t('storage.noLimit')} hint={t(isSupport ? 'storage.quotaHint' : 'storage.quotaOfSupport')} disabled={!isSupport} className="fs-quota" />
      </Form>
    </>
  );
}
