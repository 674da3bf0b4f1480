import { Button, Chip, Icon, IconButton, RemoveButton, Segment, toast } from '@outrider/sdk';
import { useState } from 'react';

import type { GallerySection } from './section';
import { Specimen } from './specimen';

const variants = ['primary', 'secondary', 'soft', 'quiet'] as const;
const sizes = ['small', undefined, 'large'] as const;
const days = ['Day', 'Week', 'Month'] as const;

function Chosen() {
  const [names, setNames] = useState(['Depot', 'Leeds', 'Manchester']);
  return (
    <div className="row">
      {names.map((name) => (
        <span key={name} className="chip">
          {name}
          <RemoveButton label={`Remove ${name}`} onClick={() => setNames(names.filter((one) => one !== name))} />
        </span>
      ))}
      {names.length < 3 ? <Button variant="quiet" size="small" onClick={() => setNames(['Depot', 'Leeds', 'Manchester'])}>Again</Button> : null}
    </div>
  );
}

function Switches() {
  const [day, setDay] = useState<(typeof days)[number]>('Week');
  const [isOnline, setOnline] = useState(true);
  return (
    <div className="row">
      <span className="seg">
        {days.map((one) => <Segment key={one} isOn={one === day} onClick={() => setDay(one)}>{one}</Segment>)}
      </span>
      <Chip isOn={isOnline} aria-pressed={isOnline} onClick={() => setOnline(!isOnline)}>Online</Chip>
      <Chip disabled>Severity</Chip>
    </div>
  );
}

function ButtonsSection() {
  return (
    <div className="specimens">
      {variants.map((variant) => (
        <Specimen key={variant} title={`Button, ${variant}`} note="Small, as it is, large; for what takes something away; not possible now">
          <div className="row" style={{ flexWrap: 'wrap' }}>
            {sizes.map((size) => <Button key={size ?? 'as it is'} variant={variant} size={size} onClick={() => toast('Saved')}>Save</Button>)}
            <Button variant={variant} tone="danger">Delete</Button>
            <Button variant={variant} disabled>Save</Button>
          </div>
        </Specimen>
      ))}
      <Specimen title="Icon button" note="It says what it does under the pointer">
        <div className="row">
          <IconButton label="Download" onClick={() => toast('Downloaded')}><Icon name="download" /></IconButton>
          <IconButton label="Small download" size="small"><Icon name="download" small /></IconButton>
          <IconButton label="Outlined download" variant="outlined"><Icon name="download" small /></IconButton>
          <IconButton label="Follow" isOn aria-pressed><Icon name="gps" /></IconButton>
          <IconButton label="No download" disabled><Icon name="download" /></IconButton>
        </div>
      </Specimen>
      <Specimen title="Chip and segment"><Switches /></Specimen>
      <Specimen title="Remove" note="The cross behind something that was chosen"><Chosen /></Specimen>
    </div>
  );
}

/** Every button, chip and segment. */
export const buttonsSection: GallerySection = { id: 'buttons', title: 'Buttons', Component: ButtonsSection };
