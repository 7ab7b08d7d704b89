import { isJsonObject, sameJson, type Json, type JsonObject } from '../objects/object.ts';
import { ApiError, badRequest } from '../objects/status.ts';

/** A patch that does not fit the object: a path that is not there, a test that fails. */
function doesNotFit(): ApiError {
  const message = 'the server rejected our request due to an error in our request';
  return new ApiError(422, 'Invalid', message, {});
}

/** Where a pointer points: a member of an object or a place in a list, and what stands there now. */
class Spot {
  readonly #parent: Json[] | JsonObject;
  readonly #key: string;

  constructor(root: JsonObject, pointer: Json | undefined) {
    if (typeof pointer !== 'string' || !/^(\/|$)/.test(pointer)) throw doesNotFit();
    const keys = ['root', ...pointer.split('/').slice(1)].map((part) =>
      part.replaceAll('~1', '/').replaceAll('~0', '~'),
    );
    this.#key = keys.pop() ?? '';
    const parent = keys.reduce<Json | undefined>((value, key) => childOf(value, key), root);
    if (!Array.isArray(parent) && !isJsonObject(parent)) throw doesNotFit();
    this.#parent = parent;
  }

  read(): Json {
    const value = childOf(this.#parent, this.#key);
    if (value === undefined) throw doesNotFit();
    return value;
  }

  add(value: Json | undefined): void {
    if (value === undefined) throw doesNotFit();
    const list = this.#parent;
    if (!Array.isArray(list)) {
      list[this.#key] = value;
      return;
    }
    const at = this.#key === '-' ? list.length : placeOf(this.#key);
    if (at === undefined || at > list.length) throw doesNotFit();
    list.splice(at, 0, value);
  }

  remove(): Json {
    const value = this.read();
    if (Array.isArray(this.#parent)) this.#parent.splice(Number(this.#key), 1);
    else Reflect.deleteProperty(this.#parent, this.#key);
    return value;
  }
}

/** A place in a list as RFC 6901 writes it, without sign, exponent or leading zeros. */
const placeOf = (key: string): number | undefined =>
  /^(0|[1-9]\d*)$/.test(key) ? Number(key) : undefined;

function childOf(value: Json | undefined, key: string): Json | undefined {
  if (Array.isArray(value)) return value[placeOf(key) ?? -1];
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** RFC 6902 on a copy of `target`. Throws 400 for what is no JSON patch and 422 for one that does not fit. */
export function jsonPatch(target: Json, patch: Json): Json {
  if (!Array.isArray(patch)) {
    throw badRequest(
      'error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp',
    );
  }
  const document: JsonObject = { root: structuredClone(target) };
  for (const operation of patch) apply(document, isJsonObject(operation) ? operation : {});
  return document['root'] ?? null;
}

function apply(document: JsonObject, { op, path, from, value }: JsonObject): void {
  const spot = (pointer: Json | undefined): Spot => new Spot(document, pointer);
  switch (op) {
    case 'add':
      spot(path).add(value);
      break;
    case 'remove':
      spot(path).remove();
      break;
    case 'replace':
      spot(path).remove();
      spot(path).add(value);
      break;
    case 'move':
      spot(path).add(spot(from).remove());
      break;
    case 'copy':
      spot(path).add(structuredClone(spot(from).read()));
      break;
    default:
      if (op !== 'test' || !sameJson(spot(path).read(), value)) throw doesNotFit();
  }
}
