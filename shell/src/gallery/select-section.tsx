import { Button, toast } from '@outrider/sdk';
import { VehicleSelector, VehicleSelectorDialog, type SelectMode } from '@outrider/sdk/select';
import { useMemo, useState } from 'react';

import { galleryTree } from './fleet-rows';
import type { GallerySection } from './section';
import { Specimen } from './specimen';

function Inline({ count, mode, openRoot = false }: { count: number; mode: SelectMode; openRoot?: boolean }) {
  const tree = useMemo(() => galleryTree(count), [count]);
  const [value, setValue] = useState<string[]>([]);
  return (
    <div style={{ height: 420 }}>
      <VehicleSelector tree={tree} mode={mode} value={value} onChange={setValue} openRoot={openRoot} />
    </div>
  );
}

function InDialog() {
  const tree = useMemo(() => galleryTree(480), []);
  const [value, setValue] = useState<string[]>([]);
  const [isOpen, setOpen] = useState(false);
  const ok = (chosen: string[]) => {
    setValue(chosen);
    setOpen(false);
    toast(`${chosen.length} chosen`);
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>Select vehicles</Button>
      {isOpen ? <VehicleSelectorDialog tree={tree} value={value} onOk={ok} onCancel={() => setOpen(false)} /> : null}
    </>
  );
}

const nothing = { id: 'demo', metadata: { label: 'Demo Transport' }, nodes: [], vehicleArray: [] };

function SelectGallery() {
  return (
    <>
      <Specimen title="In a dialog" note="OK takes the choice, Cancel and Escape keep the old one."><InDialog /></Specimen>
      <Specimen title="No vehicles"><VehicleSelector tree={nothing} value={[]} onChange={() => {}} /></Specimen>
      <Specimen title="Many of 10,000" note="A group stands for all below it."><Inline count={10_000} mode="vehicles" openRoot /></Specimen>
      <Specimen title="One vehicle"><Inline count={480} mode="vehicle" openRoot /></Specimen>
      <Specimen title="One group"><Inline count={480} mode="group" openRoot /></Specimen>
    </>
  );
}

/** The vehicle and group selector in all its states. */
export const selectSection: GallerySection = { id: 'select', title: 'Vehicle selector', Component: SelectGallery };
