import L from 'leaflet';

import type { FleetVehicle } from '../fleet/vehicle';
import { Clusters, type Cluster } from './clusters';
import { clusterRadius, drawCluster, drawHalo, drawName, drawVehicle, type Spot } from './draw-markers';
import { makeSprites, type MarkerSprites } from './marker-sprites';
import { Motion } from './motion';

interface Drawn {
  at: Spot;
  reach: number;
  vehicle?: FleetVehicle;
  cluster?: Cluster;
}

/** What a click on the markers means. */
export interface MarkerEvents {
  onVehicle(vehicle: FleetVehicle): void;
  onGround(): void;
  /** Where the selected vehicle was just drawn, in pixels of the map; undefined when it cannot be drawn. */
  onSelectedAt(at: Spot | undefined): void;
}

/** Clusters are formed anew at most this often while vehicles move. */
const REGROUP_MS = 2_000;

/** All vehicles on one canvas: thousands cost one draw a frame, and only while something in view moves. */
export class MarkerLayer extends L.Layer {
  private canvas: HTMLCanvasElement | undefined;
  private sprites: MarkerSprites | undefined;
  private readonly clusters = new Clusters();
  private stillness: MediaQueryList | undefined;
  private readonly motion = new Motion(() => (this.stillness ??= window.matchMedia('(prefers-reduced-motion: reduce)')).matches);
  private vehicles = new Map<string, FleetVehicle>();
  private drawn: Drawn[] = [];
  private frame = 0;
  private groupedAt = -Infinity;
  private selectedId: string | undefined;
  private hovered: Drawn | undefined;

  constructor(private readonly events: MarkerEvents) {
    super({ pane: 'markerPane' });
  }

  override onAdd(map: L.Map): this {
    this.canvas = L.DomUtil.create('canvas', 'leaflet-zoom-hide', map.getPane('markerPane'));
    this.canvas.style.pointerEvents = 'none';
    this.canvas.setAttribute('aria-hidden', 'true'); // the list beside the map says the same in words
    map.on('move moveend zoomend resize', this.invalidate, this);
    map.on('click', this.click, this);
    map.on('mousemove', this.hover, this);
    this.invalidate();
    return this;
  }

  override onRemove(map: L.Map): this {
    map.off('move moveend zoomend resize', this.invalidate, this);
    map.off('click', this.click, this);
    map.off('mousemove', this.hover, this);
    cancelAnimationFrame(this.frame);
    this.canvas?.remove();
    this.canvas = undefined;
    return this;
  }

  /** Shows these vehicles and no others. */
  setVehicles(vehicles: readonly FleetVehicle[]): void {
    this.vehicles = new Map(vehicles.map((vehicle) => [vehicle.id, vehicle]));
    this.motion.keep(new Set(this.vehicles.keys()));
    this.placed(vehicles);
    this.groupedAt = -Infinity;
    this.invalidate();
  }

  /** Takes newer states of vehicles that are shown. */
  update(changed: readonly FleetVehicle[]): void {
    const shown = changed.filter(({ id }) => this.vehicles.has(id));
    for (const vehicle of shown) this.vehicles.set(vehicle.id, vehicle);
    this.placed(shown);
    if (shown.length > 0) this.invalidate();
  }

  select(id: string | undefined): void {
    this.selectedId = id;
    this.invalidate();
  }

  /** Where a vehicle is drawn now, in degrees. */
  placeOf(id: string): { lat: number; lng: number } | undefined {
    return this.motion.at(id, performance.now());
  }

  refreshColors(): void {
    this.sprites = undefined;
    this.invalidate();
  }

  private placed(vehicles: readonly FleetVehicle[]): void {
    const now = performance.now();
    for (const { id, position } of vehicles) if (position) this.motion.moveTo(id, position, now);
  }

  private invalidate(): void {
    if (this.frame === 0) this.frame = requestAnimationFrame((now) => { this.frame = 0; this.draw(now); });
  }

  private draw(now: number): void {
    const ctx = this.canvas?.getContext('2d');
    if (!ctx || !this.canvas || !this._map) return;
    this.sprites ??= makeSprites(this._map.getContainer());
    this.place(this.canvas, ctx, this.sprites.ratio);
    if (now - this.groupedAt > REGROUP_MS) {
      this.clusters.load([...this.vehicles.values()]);
      this.groupedAt = now;
    }
    this.drawn = this.collect(now);
    let moving = false;
    for (const { vehicle, cluster, at } of this.drawn) {
      if (cluster) drawCluster(ctx, cluster, at, this.sprites);
      if (!vehicle) continue;
      if (vehicle.id === this.selectedId) drawHalo(ctx, vehicle, at, this.sprites);
      drawVehicle(ctx, vehicle, at, this.sprites);
      moving ||= this.motion.isMoving(vehicle.id, now);
    }
    if (this.hovered?.vehicle) drawName(ctx, this.hovered.vehicle.name, this.hovered.at, this.sprites);
    const last = this.drawn.at(-1);
    this.events.onSelectedAt(last?.vehicle && last.vehicle.id === this.selectedId ? last.at : undefined);
    if (moving) this.invalidate();
  }

  /** Fits the canvas over the view; it moves with the map between two draws. */
  private place(canvas: HTMLCanvasElement, ctx: CanvasRenderingContext2D, ratio: number): void {
    const size = this._map.getSize();
    if (canvas.width !== size.x * ratio || canvas.height !== size.y * ratio) {
      canvas.width = size.x * ratio;
      canvas.height = size.y * ratio;
      canvas.style.width = `${size.x}px`;
      canvas.style.height = `${size.y}px`;
    }
    L.DomUtil.setPosition(canvas, this._map.containerPointToLayerPoint([0, 0]));
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    ctx.clearRect(0, 0, size.x, size.y);
  }

  private collect(now: number): Drawn[] {
    const map = this._map;
    const view = map.getBounds().pad(0.05);
    const bounds: [number, number, number, number] = [view.getWest(), view.getSouth(), view.getEast(), view.getNorth()];
    const spot = (lat: number, lng: number) => map.latLngToContainerPoint([lat, lng]);
    const drawn: Drawn[] = [];
    let selected: Drawn | undefined;
    for (const item of this.clusters.within(bounds, map.getZoom())) {
      if (item.kind === 'cluster') {
        drawn.push({ cluster: item, at: spot(item.lat, item.lng), reach: clusterRadius(item.count) + 2 });
        continue;
      }
      const vehicle = this.vehicles.get(item.vehicle.id);
      const place = vehicle && this.motion.at(vehicle.id, now);
      if (!vehicle || !place || vehicle.id === this.selectedId) continue;
      drawn.push({ vehicle, at: spot(place.lat, place.lng), reach: 14 });
    }
    const chosen = this.selectedId === undefined ? undefined : this.vehicles.get(this.selectedId);
    const place = chosen && this.motion.at(chosen.id, now); // the selected one is drawn by itself, above all others
    if (chosen && place) selected = { vehicle: chosen, at: spot(place.lat, place.lng), reach: 20 };
    return selected ? [...drawn, selected] : drawn;
  }

  private hit(at: Spot): Drawn | undefined {
    return this.drawn.findLast((d) => Math.hypot(d.at.x - at.x, d.at.y - at.y) <= d.reach);
  }

  private click(event: L.LeafletMouseEvent): void {
    const hit = this.hit(event.containerPoint);
    if (hit?.vehicle) this.events.onVehicle(hit.vehicle);
    else if (hit?.cluster) this._map.setView([hit.cluster.lat, hit.cluster.lng], this.clusters.zoomInto(hit.cluster.id));
    else this.events.onGround();
  }

  private hover(event: L.LeafletMouseEvent): void {
    const hit = this.hit(event.containerPoint);
    this._map.getContainer().style.cursor = hit ? 'pointer' : '';
    if (hit?.vehicle?.id === this.hovered?.vehicle?.id) return;
    this.hovered = hit;
    this.invalidate();
  }
}
