// Which files and which rooms (the folders of an application of the browser) import each other in a circle.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import ts from 'typescript';

/** The folders of the browser's applications below `root`: the SDK, the shell, every remote and every example. */
export function applications(root) {
  const within = (folder, rest) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}/${rest}`);
  return ['sdk/ui/src', 'shell/src', ...within('remotes', 'src'), ...within('docs/examples', 'web/src')].map((folder) => join(root, folder)).filter(existsSync);
}

/** The circles of an application, as lists of names: between its files and between its rooms. What is imported for a type alone counts; tests do not. */
export function circlesOf(folder) {
  const imports = importsOf(folder);
  const rooms = new Map();
  for (const [file, others] of imports) {
    const room = roomOf(file);
    if (room) rooms.set(room, new Set([...(rooms.get(room) ?? []), ...others.map(roomOf).filter((other) => other && other !== room)]));
  }
  return { files: circles(imports), rooms: circles(rooms) };
}

/** What each file imports of its own application. */
function importsOf(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name) && !/\.(test|d)\.tsx?$/.test(name) && !name.startsWith('testing/'));
  const known = new Set(files);
  const found = (name) => [name, `${name}.ts`, `${name}.tsx`, `${name}/index.ts`, `${name}/index.tsx`].find((one) => known.has(one));
  return new Map(
    files.map((file) => {
      const { importedFiles } = ts.preProcessFile(readFileSync(join(folder, file), 'utf8'), true, true);
      const own = importedFiles.filter(({ fileName }) => fileName.startsWith('.')).map(({ fileName }) => found(join(dirname(file), fileName)));
      return [file, own.filter(Boolean)];
    }),
  );
}

/** A file's room; those at the top are entries and are in none. */
function roomOf(file) {
  return file.includes('/') ? file.split('/')[0] : undefined;
}

/** Tarjan: the sets of nodes that reach each other. */
function circles(graph) {
  const index = new Map();
  const low = new Map();
  const stack = [];
  const found = [];
  const visit = (node) => {
    index.set(node, index.size);
    low.set(node, index.get(node));
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) {
        visit(next);
        low.set(node, Math.min(low.get(node), low.get(next)));
      } else if (stack.includes(next)) {
        low.set(node, Math.min(low.get(node), index.get(next)));
      }
    }
    if (low.get(node) === index.get(node)) {
      const circle = stack.splice(stack.indexOf(node));
      if (circle.length > 1) found.push(circle.sort());
    }
  };
  for (const node of graph.keys()) {
    if (!index.has(node)) visit(node);
  }
  return found;
}
