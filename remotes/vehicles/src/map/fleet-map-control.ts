import { corePoints } from '@outrider/sdk/map';
import L from 'leaflet';

import type { FleetVehicle } from '../fleet/vehicle';
import type { Area } from '../list/list-view';
import type { Spot } from './draw-markers';
import { MarkerLayer } from './marker-layer';

/** Where the selected marker must stand so that its pop-up fits, in pixels from the edges. */
const room = { left: 60, right: 100, top: 345, bottom: 60 };
const bareRoom = { left: 60, right: 80, top: 70, bottom: 70 };
/** A followed vehicle may stray this far before the map goes after it, in pixels. */
const strayPx = 48;
/** Selecting a vehicle from afar goes at least this near. */
const nearZoom = 10;
/** What a fit leaves free at the edges, in pixels: a large map for its tools, a low one for half a marker, and for the counts above. */
const fitRoom = { large: { side: 56, top: 56 }, low: { side: 18, top: 56 }, lowHeight: 420 };
/** The steps of zooms; a whole one less shows four times the ground, which is much on a low map. */
const zoomSteps = { large: 1, low: 0.25 };
/** Fitting goes no nearer than this. */
const fitZoom = 14;

/** What the control tells the screen. */
export interface FleetMapEvents {
  onSelect: (id: string | undefined) => void;
  onSelectedAt: (at: Spot | undefined) => void;
  onFollow: (isFollowing: boolean) => void;
}

/** The vehicles on a Leaflet map: draws them, keeps the selected one in view, follows it. */
export class FleetMapControl {
  readonly layer: MarkerLayer;
  private selectedId: string | undefined;
  private isFollowing = false;
  private hasPopup = true;

  constructor(readonly map: L.Map, private readonly events: FleetMapEvents) {
    this.layer = new MarkerLayer({
      onVehicle: ({ id }) => events.onSelect(id),
      onGround: () => events.onSelect(undefined),
      onSelectedAt: (at) => {
        events.onSelectedAt(at);
        this.goAfter(at);
      },
    }).addTo(map);
    map.on('dragstart', () => this.follow(false));
  }

  /** Whether the selected vehicle has its pop-up on the map, which needs room. */
  setPopup(hasPopup: boolean): void {
    this.hasPopup = hasPopup;
  }

  select(id: string | undefined): void {
    if (id !== this.selectedId) {
      this.selectedId = id;
      this.follow(false);
      this.layer.select(id);
    }
  }

  /** Moves the map just as far as needed, and not at all when the vehicle stands well. */
  bringIntoView(): void {
    const place = this.selectedPlace();
    if (!place) {
      return;
    }
    if (this.map.getZoom() < nearZoom) {
      this.map.setView(this.centreFor(place, nearZoom), nearZoom);
      return;
    }
    const { left, right, top, bottom } = this.hasPopup ? room : bareRoom;
    const { x: width, y: height } = this.map.getSize();
    const at = this.map.latLngToContainerPoint(place);
    const inside = (v: number, low: number, high: number) => (low > high ? (low + high) / 2 : Math.max(low, Math.min(high, v)));
    const by = L.point(at.x - inside(at.x, left, width - right), at.y - inside(at.y, top, height - bottom));
    if (Math.abs(by.x) > 1 || Math.abs(by.y) > 1) {
      this.map.panBy(by, { animate: true, duration: 0.35 });
    }
  }

  /** Puts the selected vehicle into the middle. */
  centre(): void {
    const place = this.selectedPlace();
    if (place) {
      this.map.panTo(this.centreFor(place), { animate: true, duration: 0.35 });
    }
  }

  /** Keeps the selected vehicle in the middle until the user drags the map. */
  follow(on: boolean): void {
    if (on !== this.isFollowing) {
      this.isFollowing = on;
      this.events.onFollow(on);
      if (on) this.centre();
    }
  }

  /** Shows all of these vehicles at once, but for single ones that are far from all others; the first time nothing was seen before, and nothing moves. */
  fit(vehicles: readonly FleetVehicle[], isFirst = false): void {
    const places = vehicles.flatMap(({ position }) => (position ? [L.latLng(position)] : []));
    if (places.length > 0) {
      this.follow(false);
      const height = this.map.getSize().y < fitRoom.lowHeight ? 'low' : 'large';
      const { side, top } = fitRoom[height];
      this.map.options.zoomSnap = zoomSteps[height];
      this.map.fitBounds(L.latLngBounds([...corePoints(places)]), { paddingTopLeft: [side, top], paddingBottomRight: [side, side], maxZoom: fitZoom, ...(isFirst ? { animate: false } : {}) });
    }
  }

  /** What is in view. */
  area(): Area {
    const view = this.map.getBounds();
    return { south: view.getSouth(), west: view.getWest(), north: view.getNorth(), east: view.getEast() };
  }

  private goAfter(at: Spot | undefined): void {
    if (!this.isFollowing || !at) {
      return;
    }
    const { x, y } = this.map.getSize().divideBy(2);
    const middle = { x, y: y + (this.hasPopup ? 120 : 0) };
    if (Math.hypot(at.x - middle.x, at.y - middle.y) > strayPx) {
      const place = this.selectedPlace();
      if (place) this.map.panTo(this.centreFor(place), { animate: true, duration: 0.6, easeLinearity: 0.6 });
    }
  }

  private selectedPlace(): L.LatLngExpression | undefined {
    return this.selectedId === undefined ? undefined : this.layer.placeOf(this.selectedId);
  }

  /** The centre at which a place stands in the middle, or under it when its pop-up stands above. */
  private centreFor(place: L.LatLngExpression, zoom = this.map.getZoom()): L.LatLng {
    return this.map.unproject(this.map.project(place, zoom).subtract([0, this.hasPopup ? 120 : 0]), zoom);
  }
}
