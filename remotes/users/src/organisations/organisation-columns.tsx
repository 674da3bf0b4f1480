import { useSession, useText } from '@outrider/sdk';
import type { TableColumn } from '@outrider/sdk/table';
import { useMemo } from 'react';

import { organisationStates, type Organisation } from '../api/organisations';
import { useCountries } from './places';

const tone = { active: 'st-moving', disabled: 'st-offline', deleted: 'st-stationary' } as const;

/** The columns of the list; names are the API's. */
export function useOrganisationColumns(): TableColumn<Organisation>[] {
  const t = useText('users');
  const { Org: here } = useSession();
  const countries = useCountries();
  return useMemo(
    () => [
      {
        id: 'name', label: t('orgs.name'), value: ({ name }) => name, width: 225, fixed: true,
        render: ({ id, name }) => (
          <span className="ppl-name">
            <b className="ell">{name}</b>
            {id === here.id ? <span className="t2">{t('orgs.here')}</span> : null}
          </span>
        ),
      },
      { id: 'id', label: t('orgs.id'), value: ({ id }) => id, width: 90 },
      {
        id: 'state', label: t('people.state'), kind: 'one-of', width: 105, value: ({ state }) => state, options: organisationStates.map((value) => ({ value, label: t(`orgs.state.${value}`) })),
        render: ({ state }) => (
          <span className={`status plain ${tone[state]}`}>
            <span className="dot" />
            {t(`orgs.state.${state}`)}
          </span>
        ),
      },
      { id: 'users', label: t('people.title'), kind: 'number', value: ({ users }) => users, width: 70, filterable: false, sortable: false },
      { id: 'countryCode', label: t('orgs.country'), kind: 'one-of', options: countries, value: ({ countryCode }) => countryCode, width: 165 },
      { id: 'zone', label: t('orgs.zone'), value: ({ zone }) => zone, width: 130, filterable: false, sortable: false },
      { id: 'created_date', label: t('people.created'), kind: 'date', value: ({ created_date }) => created_date, width: 150 },
      { id: 'removed_after', label: t('orgs.removedAfter'), kind: 'date-time', value: ({ removed_after }) => removed_after, width: 140, filterable: false, sortable: false },
    ],
    [t, here, countries],
  );
}
