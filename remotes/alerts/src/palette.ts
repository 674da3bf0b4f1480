import { addMessages, currentFormat, placeName, textsOf, type Command, type CommandSource } from '@outrider/sdk';

import { iconOf, labelOf, pathOf } from './alert/looks';
import type { Alert } from './api/alert';
import { searchAlerts } from './api/alerts';
import { loadMessages } from './messages';
import { rangeOf } from './triage/range';

/** How many alerts are offered at most, and how many days back. */
const most = 5;
const days = 30;
/** From how many letters on alerts are looked for. */
const leastLetters = 3;

/** Alerts in the command palette, by vehicle, driver and place, the newest first; each opens in its list. */
export const commands: CommandSource = {
  title: () => translateAlerts('palette.title'),
  search: async (text, signal) => {
    const typed = text.trim();
    if (typed.length < leastLetters) return [];
    const filters = [{ attribute: 'q', value: typed.split(/\s+/).slice(0, 8).join(' ').slice(0, 200) }, { attribute: 'archived', value: 'False' }];
    const [{ alerts }] = await Promise.all([searchAlerts({ ...rangeOf(days), filters, size: most }, signal), addMessages('alerts', loadMessages)]);
    return alerts.map(commandOf);
  },
};

function commandOf(alert: Alert): Command {
  const format = currentFormat();
  const zone = alert.zone || format.settings.zone;
  return {
    id: `alert ${alert.alert_id}`,
    label: `${labelOf(translateAlerts, alert)}, ${alert.vehicle_name}`,
    hint: [`${format.date(alert.event_time_utc, zone)}, ${format.time(alert.event_time_utc, zone)}`, alert.driver_name, placeName(alert.location)].filter(Boolean).join(' · '),
    icon: iconOf(alert) as NonNullable<Command['icon']>,
    path: pathOf(alert, days),
  };
}

const translateAlerts = textsOf('alerts');
