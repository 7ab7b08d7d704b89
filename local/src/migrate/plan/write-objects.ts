import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { kindNamed, kinds } from '@aicp/crds/kinds';
import { UserError } from '../../cli/command.ts';
import type { MadeObject } from './plan.ts';

/** Objects as documents of YAML, the kinds in the order in which people meet them. */
export function asYaml(objects: readonly MadeObject[]): string {
  const order = kinds.map(({ kind }) => kind);
  return objects
    .toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
    .map((object) => stringify(object, { lineWidth: 0, compat: 'yaml-1.1', singleQuote: true }))
    .join('---\n');
}

/** Writes a file a kind into a folder, and returns their names. Throws a UserError where one is there already, before it writes any. */
export function writeFolder(folder: string, objects: readonly MadeObject[]): readonly string[] {
  const byKind = Map.groupBy(objects, ({ kind }) => kind);
  const files = [...byKind].map(([kind, list]) => ({
    path: join(folder, `${kindNamed(kind).plural}.yaml`),
    text: asYaml(list),
  }));
  const there = files.find(({ path }) => existsSync(path));
  if (there) throw new UserError(`${there.path} is there already: name another folder`);
  mkdirSync(folder, { recursive: true });
  for (const { path, text } of files) writeFileSync(path, text, { flag: 'wx' });
  return files.map(({ path }) => path);
}
