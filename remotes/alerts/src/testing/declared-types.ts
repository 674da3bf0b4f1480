const text = (en: string, de: string) => ({ en, de, 'en-US': en, es: en, fr: en, nl: en });

/** What a plugin contributes: a type of the list of geofences, and one of the list of driving alerts. */
export const declaredFences = {
  plugin: 'fences',
  alert_types: [
    {
      id: 'boundary_geo_alert', title: text('Geofence Boundary', 'Geofence-Grenze'), list: 'geofence', icon: 'geofencing', severity: 'moderate', about: text('Geofence', 'Geofence'),
      values: [
        { key: 'entry_exit_indicator', kind: 'choice', label: text('What happened', 'Was geschah'), choices: [{ value: 'boundary_in', label: text('Entered', 'Eingefahren') }] },
        { key: 'inside_m', kind: 'distance', label: text('Inside', 'Innen') },
        { key: 'left_at', kind: 'time', label: text('Left at', 'Verlassen um') },
        { key: 'fence_id', kind: 'text', label: text('Fence id', 'Zaunkennung') },
      ],
    },
    { id: 'yard_alert', title: text('Yard', 'Hof'), icon: 'flag', severity: 'plain' },
  ],
};
