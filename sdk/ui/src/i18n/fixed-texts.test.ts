import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

/** The repository. */
const root = join(import.meta.dirname, '../../../..');

/** English that is fixed letter for letter, its faults included, by the catalogue that says it. */
const fixed: Record<string, readonly string[]> = {
  'sdk/ui': [
    'Could not load data.', 'Sorry something went wrong', 'An error occured - please try again later', 'This field is required.', 'This field must be a valid email.', 'This field must be a valid number.',
    'This field must be greater than {{min}}.', 'This field must be lower than {{max}}.', 'This field must be at least {{length}} characters.', 'The password do not match.',
    'The password must contain at least: 1 uppercase letter, 1 lowercase letter and 1 number', 'The new password must be not same as old password.', 'start time is not valid', 'end time is not valid',
    'start time is greater than end time', 'Today', 'Yesterday', 'Last 7 Days', 'Last 30 Days', 'This Month', 'Last Month', 'No graph data', 'Park Mode',
  ],
  shell: ['something went wrong. please refresh the page', 'Logout'],
  'remotes/alerts': [
    'Not Authorised', 'An Error Occurred', 'An error occured - please try again later', 'Speeding data could not be retrieved', 'No video file', 'No GPS data', 'No snapshot data', 'No graph data', 'No video data', 'No tracking data',
    'Evidence image not available', 'Error retrieving snapshots', 'Could not retrieve files right now', 'no files to download', 'Cannot parse AU settings', 'No device ID available', 'This field has to be a number',
    'Rate this event', 'Good Driving', 'Bad Driving', 'Non-Event', 'Remove Tag', 'Severe Speeding', 'Excessive Speeding', 'Moderate Speeding', 'Clear All', 'Cancel', 'Apply', 'Camera Occluded', 'Lane Departure',
    'Forward Collision', 'Tailgating', 'Pedestrian', 'Driving', 'Speeding', 'Must be greater than 0 {{unit}}', 'Cannot be greater than 50 {{unit}}', 'Must be greater than 0%', 'Cannot be greater than 100%',
  ],
  'remotes/footage': [
    'Please select a valid device to stream from.', 'Sorry, live playback is not supported in this browser.', 'Sorry, we could not reach this device right now.', 'No video streams are available from this device right now.',
    'Sorry, we were unable to request footage', 'Sorry, there was a problem processing the request', 'No result found or device is offline', 'Device not online', 'Could not reach device at this time',
    'video is now uploading', 'Footage may not be available', "It doesn't look like we have footage for this time, but we can try to retrieve it.", 'Your fileset has finished uploading',
  ],
  'remotes/geofences': [
    'Please add a shape for this geofence.', 'Please enter a name for the geofence.', 'A geofence must have at least one trigger!', 'Error creating geofence.', 'sharing failed to update for {{count}} users',
    'This is not a valid shape! Please make sure the shape does not overlap.',
  ],
  'remotes/vehicles': ['Disk Corrupted', 'Not known', 'Park Mode'],
};

it.each(Object.entries(fixed))('the fixed English of %s stays as it is', (folder, texts) => {
  const catalogue = readFileSync(join(root, folder, 'locales/en.json'), 'utf8');
  const said = new Set<string>();
  JSON.parse(catalogue, (_, value: unknown) => (typeof value === 'string' ? said.add(value) : undefined, value));
  expect(texts.filter((text) => !said.has(text))).toEqual([]);
});
