/**
 * Reads the road file of the traffic simulation (fleetsim/traffic/roads.txt), which says how it is written.
 * @param {string} text
 * @returns {{ref: string, kind: 'motorway' | 'a', points: [number, number][]}[]} points are [latitude, longitude] in degrees
 */
export function readRoads(text) {
  const places = new Map();
  const roads = [];
  text.split('\n').forEach((line, number) => {
    const [name, ...rest] = line.trim().split(/\s+/);
    if (!name || name === '#') return;
    if (name === 'road') {
      const [ref] = rest;
      roads.push({ ref, kind: /^M|\(M\)$/.test(ref) ? 'motorway' : 'a', points: [] });
      return;
    }
    if (rest.length === 2) places.set(name, rest.map(Number));
    const place = places.get(name);
    if (!place || place.some(Number.isNaN)) throw new Error(`roads.txt, line ${number + 1}: ${name} has no two coordinates`);
    roads.at(-1).points.push(place);
  });
  return roads;
}
