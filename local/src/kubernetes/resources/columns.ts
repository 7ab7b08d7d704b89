import type { PrinterColumn } from '@aicp/crds/kit/kind';
import { type Json, type KubeObject, isJsonObject } from '../objects/object.ts';
import type { TableColumn } from './resource-type.ts';

/** The first column of every table. */
export const nameColumn: TableColumn = {
  ...column('Name', ({ metadata }) => metadata.name),
  format: 'name',
};

/** The last column of built-in kinds. */
export const ageColumn = column('Age', ({ metadata }, nowMs) =>
  ageOf(metadata.creationTimestamp, nowMs),
);

/** A text column of a built-in kind. `priority` 1 shows it in `-o wide` only. */
export function column(
  name: string,
  cell: (object: KubeObject, nowMs: number) => Json,
  priority: 0 | 1 = 0,
): TableColumn {
  return { name, type: 'string', priority, cell };
}

const asText = (value: Json): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

function formatCell(type: PrinterColumn['type'], value: Json, nowMs: number): Json {
  switch (type) {
    case 'string':
      return asText(value);
    case 'integer':
      return typeof value === 'number' ? Math.trunc(value) : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'date':
      return typeof value === 'string' ? ageOf(value, nowMs) : null;
  }
}

/** A printer column of one of our kinds. */
export function customColumn(definition: PrinterColumn): TableColumn {
  const find = compileJsonPath(definition.jsonPath);
  return {
    ...definition,
    description:
      definition.description ??
      `Custom resource definition column (in JSONPath format): ${definition.jsonPath}`,
    cell: (object, nowMs) => {
      const value = find(object)[0];
      return value === undefined ? null : formatCell(definition.type, value, nowMs);
    },
  };
}

const plus = (value: number, unit: string, rest: number, restUnit: string): string =>
  rest === 0 ? `${value}${unit}` : `${value}${unit}${rest}${restUnit}`;

/** A time span (ms) as `kubectl get` shows ages: `33s`, `8m15s`, `3h`, `2d5h`, `324d`. */
export function humanDuration(milliseconds: number): string {
  const seconds = Math.trunc(milliseconds / 1000);
  if (seconds < -1) return '<invalid>';
  if (seconds < 120) return `${Math.max(seconds, 0)}s`;
  return longDuration(Math.floor(seconds / 60), seconds % 60);
}

function longDuration(minutes: number, seconds: number): string {
  const hours = Math.floor(minutes / 60);
  if (minutes < 10) return plus(minutes, 'm', seconds, 's');
  if (minutes < 180) return `${minutes}m`;
  if (hours < 8) return plus(hours, 'h', minutes % 60, 'm');
  if (hours < 48) return `${hours}h`;
  const days = Math.floor(hours / 24);
  if (hours < 192) return plus(days, 'd', hours % 24, 'h');
  if (days < 730) return `${days}d`;
  const years = Math.floor(days / 365);
  return days < 2920 ? plus(years, 'y', days % 365, 'd') : `${years}y`;
}

/** How long ago `moment` (RFC 3339) was at `nowMs`; `<unknown>` without one. */
export function ageOf(moment: string | undefined, nowMs: number): string {
  return moment ? humanDuration(nowMs - Date.parse(moment)) : '<unknown>';
}

const STEP = /\.([A-Za-z0-9_-]+)|\[(\d+)\]|\[\*\]|\[\?\(@\.([A-Za-z0-9_.-]+)=="([^"]*)"\)\]/gy;

type Step = (value: Json) => Json[];

const list = (value: Json | undefined): Json[] => (value === undefined ? [] : [value]);
const items = (value: Json): Json[] => (Array.isArray(value) ? value : []);

function member(value: Json, key: string): Json[] {
  return isJsonObject(value) && Object.hasOwn(value, key) ? list(value[key]) : [];
}

function toStep(match: RegExpExecArray): Step {
  const [, key, index, filterPath, wanted] = match;
  if (key !== undefined) return (value) => member(value, key);
  if (index !== undefined) return (value) => list(items(value)[Number(index)]);
  if (filterPath === undefined) return items;
  const keys = filterPath.split('.');
  const read = (item: Json): Json[] =>
    keys.reduce<Json[]>((found, name) => found.flatMap((value) => member(value, name)), [item]);
  return (value) => items(value).filter((item) => read(item).includes(wanted ?? ''));
}

/**
 * Compiles the subset of JSONPath that CRDs use: `.a.b`, `[0]`, `[*]`, `[?(@.type=="Ready")]`. Throws on anything else, so that a
 * column that cannot be printed is found when the server starts.
 */
export function compileJsonPath(path: string): (root: Json) => Json[] {
  const steps: Step[] = [];
  let end = 0;
  STEP.lastIndex = 0;
  for (let match = STEP.exec(path); match; match = STEP.exec(path)) {
    steps.push(toStep(match));
    end = STEP.lastIndex;
  }
  if (end !== path.length) throw new Error(`cannot read the JSON path ${path}`);
  return (root) => steps.reduce<Json[]>((values, step) => values.flatMap(step), [root]);
}
