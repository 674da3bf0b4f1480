/** Roads of the picture beside the form, in a box of 720 by 900. */
const roads = [
  'M-20 640C120 600 180 520 300 500s200-40 300-140 120-220 200-300',
  'M180 920C200 780 240 660 300 500S420 240 400-20',
  'M-20 260C120 280 240 200 400 220s220 120 340 160',
];

/** Vehicles on them: place, heading in degrees, and the state's token. */
const vehicles: [x: number, y: number, heading: number, token: string][] = [
  [300, 500, 68, '--moving'],
  [413, 300, 8, '--moving'],
  [560, 385, 46, '--moving'],
  [128, 583, 72, '--moving'],
  [214, 780, 12, '--idling'],
  [255, 222, 104, '--moving'],
  [610, 305, 121, '--stationary'],
];

/** Draws a quiet map with a few vehicles: what the product is about. */
export function drawScene(place: Element): void {
  const lines = (width: number, token: string) => roads.map((d) => `<path d="${d}" fill="none" stroke="var(${token})" stroke-width="${width}" stroke-linecap="round"/>`).join('');
  const arrows = vehicles
    .map(([x, y, heading, token]) => `<path transform="translate(${x} ${y}) rotate(${heading}) scale(1.5)" d="M0-12 8.600 9.400 0 5.600-8.600 9.400z" fill="var(${token})" stroke="var(--scene-bg)" stroke-width="2" stroke-linejoin="round"/>`)
    .join('');
  const here = '<circle cx="413" cy="300" r="34" fill="var(--moving)" opacity=".16"/><circle cx="413" cy="300" r="34" fill="none" stroke="var(--moving)" opacity=".5"/>';
  place.innerHTML = `<svg viewBox="0 0 720 900" preserveAspectRatio="xMidYMid slice" aria-hidden="true">${lines(16, '--scene-case')}${lines(10, '--scene-road')}${here}${arrows}</svg>`;
}
