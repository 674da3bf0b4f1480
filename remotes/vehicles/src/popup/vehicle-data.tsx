import { contributedVehicleData, fieldText, get, Icon, useFormat, useManifestText, useShellInfo, useText, type VehicleData } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';
import { useQuery } from '@tanstack/react-query';

import './popup.css';

const answerSchema = z.object({ values: z.record(z.string(), z.unknown()) });

/** What plugins know of a vehicle, a section each; one that knows nothing of it shows nothing. */
export function VehicleDataSections({ vehicleId }: { vehicleId: string }) {
  useShellInfo(); // drawn again when plugins or permissions change
  return contributedVehicleData().map((data) => <Section key={`${data.plugin} ${data.id}`} data={data} vehicleId={vehicleId} />);
}

function Section({ data, vehicleId }: { data: VehicleData; vehicleId: string }) {
  const tSdk = useText();
  const text = useManifestText();
  const format = useFormat();
  const found = useQuery({
    queryKey: ['vehicle-data', data.plugin, data.id, vehicleId],
    queryFn: ({ signal }) => get(pathOf(data.operation, vehicleId), answerSchema, { signal }),
  });
  const lines = data.fields.map((field) => ({ key: field.key, label: text(field.label), value: fieldText(format, field, found.data?.values[field.key]) })).filter(({ value }) => value !== undefined);
  if (!found.isError && lines.length === 0) {
    return null;
  }
  return (
    <section className="popup-data" aria-label={text(data.title)}>
      <h4 className="s12 t2">
        {data.icon ? <Icon name={data.icon} small /> : null}
        {text(data.title)}
      </h4>
      {found.isError ? (
        <p className="s12 t2" role="status">
          {tSdk('state.loadFailed')}
        </p>
      ) : (
        <dl className="popup-facts">
          {lines.map(({ key, label, value }) => (
            <div key={key} className="kv">
              <dt>{label}</dt>
              <dd className="ell" title={value}>
                {value}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

/** The path of a declared operation, without /api. */
function pathOf(operation: string, vehicleId: string): string {
  return operation.replace(/^GET \/api/, '').replace('{id}', encodeURIComponent(vehicleId));
}
