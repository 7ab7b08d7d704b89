import { isJsonObject, type Json } from '../object.ts';

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
