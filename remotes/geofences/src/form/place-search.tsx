import { Icon, useText } from '@outrider/sdk';
import { useMap } from '@outrider/sdk/map';
import { useQuery } from '@tanstack/react-query';
import L from 'leaflet';
import { useEffect, useId, useRef, useState } from 'react';

import { coordinatesOf, findPlaces, type Spot } from '../api/places';

/** How long nothing is typed until it is looked for, in milliseconds. */
const restMs = 250;

/** A field over the map: what is found by name, or by two numbers, comes to the middle. */
export function PlaceSearch() {
  const t = useText('geofences');
  const id = useId();
  const map = useMap();
  const box = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const [asked, setAsked] = useState('');
  const [chosen, setChosen] = useState(0);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), restMs);
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(() => {
    if (box.current) L.DomEvent.disableClickPropagation(box.current); // else a click would set a corner
  }, [map]);
  const spot = coordinatesOf(asked);
  const { data = [], isFetched, error } = useQuery({
    queryKey: ['geofences', 'places', asked],
    queryFn: ({ signal }) => findPlaces(asked, map?.getCenter().wrap() ?? { lat: 0, lng: 0 }, signal),
    enabled: asked.length > 1 && !spot,
    staleTime: 60_000,
  });
  const found = spot ? [spot] : data;
  const go = ({ lat, lng }: Spot) => {
    map?.setView([lat, lng], Math.max(map.getZoom(), 14), { animate: false });
    setOpen(false);
  };
  const keys = (event: React.KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && found.length > 0) {
      event.preventDefault();
      setChosen((chosen + step + found.length) % found.length);
    } else if (event.key === 'Enter') {
      event.preventDefault(); // the form is not saved by it
      const one = found[chosen];
      if (one) go(one);
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      setOpen(false);
    }
  };
  const shows = isOpen && asked.length > 1 && (found.length > 0 || isFetched || spot !== undefined);
  return (
    <div className="gf-places float" ref={box}>
      <label className="field">
        <Icon name="search" small />
        <span className="unseen">{t('form.findPlace')}</span>
        <input
          type="search" role="combobox" aria-expanded={shows} aria-controls={`${id}-list`} aria-activedescendant={shows && found.length > 0 ? `${id}-${chosen}` : undefined} aria-autocomplete="list"
          placeholder={t('form.findPlace')} value={text} onKeyDown={keys} onFocus={() => setOpen(true)} onBlur={() => setOpen(false)}
          onChange={(event) => {
            setText(event.target.value);
            setChosen(0);
            setOpen(true);
          }}
        />
      </label>
      {shows ? (
        <div id={`${id}-list`} role="listbox" aria-label={t('form.findPlace')}>
          {found.map((one, index) => (
            // The pointer would take the focus from the field, and with it the list.
            <button type="button" tabIndex={-1} key={`${one.label} ${one.lat} ${one.lng}`} id={`${id}-${index}`} role="option" aria-selected={index === chosen} className={index === chosen ? 'on' : undefined} onMouseDown={(event) => event.preventDefault()} onClick={() => go(one)}>
              <span className="ell">{one.label}</span>
              <span className="t3 s12">{one.country}</span>
            </button>
          ))}
          {found.length === 0 ? <div role="option" tabIndex={-1} aria-selected={false} aria-disabled="true" className="t2">{t(error ? 'form.findFailed' : 'form.findNone')}</div> : null}
        </div>
      ) : null}
    </div>
  );
}
