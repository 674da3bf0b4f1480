import { ApiError, confirmed, email, minLength, required, verifyPassword } from '@outrider/sdk';
import { Checkbox, DateField, day, Form, MultiSelect, NumberField, Password, ruled, Select, Switch, TextField, time, TimeField, together } from '@outrider/sdk/inputs';
import * as z from '@outrider/sdk/schema';
import { useState } from 'react';

import type { GallerySection } from './section';
import { Specimen } from './specimen';

const vehicle = z.object({
  name: z.string().min(1).max(40),
  email: ruled(required, email),
  type: z.string().min(1),
  features: z.array(z.string()).min(1),
  limit: z.number().min(20).max(160),
  tank: z.number().nullable(),
  odometer: z.number().min(0).nullable(),
  since: day(),
  at: time(),
  notes: z.string(),
  isTracked: z.boolean(),
  isPrivate: z.boolean(),
});

const password = z
  .object({ password: ruled(required, minLength(8), verifyPassword), again: ruled(required) })
  .check(together('again', ({ password: first, again }) => confirmed(first)(again)));

const types = [
  { value: 'truck', label: 'Truck', icon: 'truck' as const },
  { value: 'van', label: 'Van', icon: 'van' as const },
  { value: 'bus', label: 'Bus', icon: 'bus' as const },
  { value: 'tipper', label: 'Tipper, none left', icon: 'tipper' as const, disabled: true },
];
const features = ['Tail lift', 'Refrigerated', 'Sleeper cab', 'Crane', 'Side guards'].map((label) => ({ value: label.toLowerCase().replace(' ', '-'), label }));

function FilledForm({ refuse = false }: { refuse?: boolean }) {
  const [saved, setSaved] = useState<unknown>();
  const save = async (values: unknown) => {
    await new Promise((resolve) => setTimeout(resolve, 800));
    if (refuse) {
      throw new ApiError({ kind: 'invalid', status: 422, title: 'The vehicle is not valid.', errors: [
        { location: 'body.name', message: 'Another vehicle has this name.' },
        { location: 'body.plate', message: 'The registration plate is missing.' },
      ] });
    }
    setSaved(values);
  };
  return (
    <>
      <Form
        label={refuse ? 'Vehicle, refused' : 'Vehicle'}
        schema={vehicle}
        values={{ name: 'HGV-017', email: 'depot@demo.test', type: 'truck', features: ['tail-lift', 'sleeper-cab'], limit: 96.56064, tank: 400, odometer: 184_203_000, since: '2026-11-21', at: '06:30', notes: '', isTracked: true, isPrivate: false }}
        onSubmit={save}
      >
        <div className="form-grid">
          <TextField name="name" label="Name" required hint="As it stands on the vehicle" />
          <TextField name="email" label="E-mail" type="email" required />
          <Select name="type" label="Type" options={types} required />
          <NumberField name="limit" label="Speed limit" quantity="speed" required hint="Kept in km/h, shown in your unit" />
          <NumberField name="tank" label="Tank" quantity="volume" />
          <NumberField name="odometer" label="Odometer" quantity="distance" digits={0} />
          <DateField name="since" label="In service since" max="2026-12-31" required />
          <TimeField name="at" label="Starts at" required hint="9, 930 and 9:30 are understood" />
          <MultiSelect name="features" label="Equipment" options={features} className="wide" required />
          <TextField name="notes" label="Notes" rows={3} className="wide" placeholder="Anything that the next driver should know" />
          <Checkbox name="isPrivate" label="Private use at weekends" />
          <Switch name="isTracked" label="Tracking" hint="Positions are kept for 400 days" />
        </div>
      </Form>
      {saved ? <pre className="specimen-out">{JSON.stringify(saved, null, 1)}</pre> : null}
    </>
  );
}

function EmptyForm() {
  return (
    <Form label="Driver" schema={z.object({ first: z.string().min(1), email: z.email(), speed: z.number().min(20), kind: z.string().min(1) })} values={{ first: '', email: '', kind: '' }} onSubmit={() => undefined} onCancel={() => undefined} submitLabel="Create">
      <div className="form-grid">
        <TextField name="first" label="First name" required />
        <TextField name="email" label="E-mail" type="email" required before="@" />
        <NumberField name="speed" label="Top speed" quantity="speed" required />
        <Select name="kind" label="Licence" options={types} placeholder="Choose" clearable required />
      </div>
    </Form>
  );
}

function InputsSection() {
  return (
    <div className="specimens">
      <Specimen wide title="Form" note="Save shows the values in the system's units">
        <FilledForm />
      </Specimen>
      <Specimen wide title="Refused by the server" note="Save: one refusal lands on its field, the other above the form">
        <FilledForm refuse />
      </Specimen>
      <Specimen title="Empty" note="Create shows what is missing; leaving asks once something is typed">
        <EmptyForm />
      </Specimen>
      <Specimen title="Password">
        <Form label="Password" schema={password} values={{ password: '', again: '' }} onSubmit={() => undefined} afterSave="reset">
          <Password name="password" label="New password" purpose="new" required />
          <Password name="again" label="Repeat the password" purpose="repeat" required />
        </Form>
      </Specimen>
      <Specimen title="Read only" note="Without the permission to change it">
        <Form label="Read only" schema={z.object({ name: z.string(), type: z.string(), on: z.boolean(), tick: z.boolean(), list: z.array(z.string()) })} values={{ name: 'HGV-017', type: 'van', on: true, tick: true, list: ['crane'] }} onSubmit={() => undefined} readOnly>
          <TextField name="name" label="Name" />
          <Select name="type" label="Type" options={types} />
          <MultiSelect name="list" label="Equipment" options={features} />
          <Checkbox name="tick" label="Private use at weekends" />
          <Switch name="on" label="Tracking" />
        </Form>
      </Specimen>
    </div>
  );
}

/** Form fields and forms. */
export const inputsSection: GallerySection = { id: 'inputs', title: 'Forms', Component: InputsSection };
