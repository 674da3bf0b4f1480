import { ApiError, Button, confirm, Failure, Icon, Loading, toast, translate, usePermission, useText } from '@outrider/sdk';
import { Form, NumberField, together } from '@outrider/sdk/inputs';
import * as z from '@outrider/sdk/schema';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { chooseBands, readBands, type OrgBands } from './api';

const key = ['alerts', 'organisation', 'bands'];
const names = ['moderate', 'excessive', 'severe'] as const;
/** The highest floor, in km/h. */
const mostKmh = 300;

const floor = z.number().min(0).max(mostKmh);
const notBelow = (above: number, below: number) => (above < below ? translate('alerts:org.rising') : undefined);
const schema = z
  .object({ moderate: floor, excessive: floor, severe: floor })
  .check(together('excessive', ({ excessive, moderate }) => notBelow(excessive, moderate)))
  .check(together('severe', ({ severe, excessive }) => notBelow(severe, excessive)));

/** From when on speeding is raised in the organisation, and how grave it is. */
export function BandsSection() {
  const t = useText('alerts');
  const client = useQueryClient();
  const may = usePermission('updateOrg');
  const { data, error, refetch } = useQuery({ queryKey: key, queryFn: ({ signal }) => readBands(signal) });
  const keep = (saved: OrgBands) => {
    client.setQueryData(key, saved);
    toast(t('org.bandsSaved'));
  };
  const { mutate, isPending } = useMutation({
    mutationFn: () => chooseBands([]),
    onSuccess: keep,
    onError: (failed) => toast(failed instanceof ApiError ? failed.message : t('config.failed'), 'error'),
  });
  if (!data) {
    return error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading rows={2} />;
  }
  const [moderate = 0, excessive = 0, severe = 0] = data.bands_kmh;
  const toCountry = async () => {
    if (await confirm({ title: t('org.countryTitle'), text: t('org.countryText'), confirm: t('org.toCountry') })) mutate();
  };
  return (
    <>
      <p className="org-source s12 t2" role="status">
        <Icon name="info" small />
        {t(`org.source.${data.source}`)}
        {may && data.source === 'organisation' ? (
          <Button variant="quiet" size="small" disabled={isPending} onClick={() => void toCountry()}>
            {t('org.toCountry')}
          </Button>
        ) : null}
        {may ? null : t('config.mayNot')}
      </p>
      <Form label={t('org.bands')} schema={schema} values={{ moderate, excessive, severe }} readOnly={!may} onSubmit={async (to) => keep(await chooseBands([to.moderate, to.excessive, to.severe]))}>
        <div className="org-bands">
          {names.map((name) => (
            <NumberField key={name} className={`org-band ${name}`} name={name} label={t(`org.band.${name}`)} quantity="speed" required />
          ))}
        </div>
      </Form>
    </>
  );
}
