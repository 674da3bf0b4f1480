import { Failure, Icon, IconButton, Loading, toast, useFormat, useText } from '@outrider/sdk';
import { Form } from '@outrider/sdk/inputs';
import * as z from '@outrider/sdk/schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';

import { getSettings, listConfigurable, listModules, modulesKey, saveSettings, type PluginSettings, type Setting, type SettingValue } from '../api/modules';
import { SettingField } from './setting-field';

interface SettingsCardProps {
  plugin: string;
  onClose: () => void;
}

/** What the organisation has set for a plugin, in a form that is made of the schema in its manifest. */
export function SettingsCard({ plugin, onClose }: SettingsCardProps) {
  const t = useText('users');
  const queryClient = useQueryClient();
  const key = [...modulesKey, 'settings', plugin];
  const modules = useQuery({ queryKey: modulesKey, queryFn: ({ signal }) => listModules(signal) });
  const { data, error, refetch } = useQuery({ queryKey: key, queryFn: ({ signal }) => getSettings(plugin, signal), staleTime: 0 });
  const plugins = useQuery({ queryKey: [...modulesKey, 'configurable'], queryFn: ({ signal }) => listConfigurable(signal) });
  const name = modules.data?.modules.find(({ id }) => id === plugin)?.title ?? plugins.data?.find(({ id }) => id === plugin)?.name ?? plugin;
  const title = t('modules.settingsOf', { module: name });
  const save = async (read: PluginSettings, values: Values) => {
    queryClient.setQueryData(key, await saveSettings(read, changes(read, values)));
    toast(t('modules.saved'));
  };
  return (
    <section className="card mdl-settings" aria-label={title}>
      <header className="row">
        <h2>{title}</h2>
        <span className="grow" />
        {data?.changed_at ? <SavedBy settings={data} /> : null}
        <IconButton label={t('modules.close')} onClick={onClose}>
          <Icon name="close" small />
        </IconButton>
      </header>
      {error ? <Failure error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Loading rows={3} /> : null}
      {data ? (
        <Form key={data.version} label={title} schema={schema} values={{ values: initial(data) }} onSubmit={({ values }) => save(data, values)}>
          <div className="mdl-fields">
            {names(data).map((name) => (
              <SettingField key={name} name={name} setting={data.schema.properties[name] as Setting} isRequired={data.schema.required?.includes(name) ?? false} setAt={data.secrets[name]} />
            ))}
          </div>
        </Form>
      ) : null}
    </section>
  );
}

function SavedBy({ settings: { changed_at: at, changed_by: name } }: { settings: PluginSettings }) {
  const t = useText('users');
  const format = useFormat();
  const date = format.dateTime(at ?? '');
  return <span className="s12 t3">{name ? t('modules.savedBy', { date, name }) : t('modules.savedAt', { date })}</span>;
}

type Values = Record<string, SettingValue>;

/** The host knows what each setting must be, and says so on its field. */
const schema = z.object({ values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).nullable()) });

function names({ schema: { properties } }: PluginSettings): string[] {
  const order = (name: string) => properties[name]?.['x-order'] ?? 0;
  return Object.keys(properties).sort((a, b) => order(a) - order(b) || a.localeCompare(b));
}

/** Secrets begin empty: they are never told. */
function initial({ schema: { properties }, values }: PluginSettings): Values {
  const empty = ({ type, writeOnly }: Setting): SettingValue => (type === 'boolean' ? false : type === 'string' && writeOnly ? '' : null);
  return Object.fromEntries(Object.entries(properties).map(([name, setting]) => [name, values[name] ?? empty(setting)]));
}

/** What differs from what was read; a secret that was left empty stays as it is, anything else that is empty goes back to its default. */
function changes(read: PluginSettings, values: Values): Values {
  const before = initial(read);
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => value !== before[name] && !(read.schema.properties[name]?.writeOnly && value === ''))
      .map(([name, value]) => [name, value === '' ? null : value]),
  );
}
