import { isJsonObject, sameJson, type Json } from '../object.ts';
import { ApiError, badRequest } from '../status.ts';

interface Operation {
  readonly op: string;
  readonly path: string;
  readonly from?: string;
  readonly value?: Json;
}

/** A patch that does not fit the object: a path that is not there, a test that fails. */
function doesNotFit(): ApiError {
  const message = 'the server rejected our request due to an error in our request';
  return new ApiError(422, 'Invalid', message, {});
}

const parsePointer = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

function child(value: Json | undefined, key: string): Json | undefined {
  if (Array.isArray(value)) return value[Number(key)];
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** RFC 6902 on a copy of `target`. Throws 400 for what is no JSON patch and 422 for one that does not fit. */
export function jsonPatch(target: Json, patch: Json): Json {
  if (!Array.isArray(patch)) {
    throw badRequest(
      'error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp',
    );
  }
  const document = { root: structuredClone(target) };
  for (const operation of patch) apply(document, operation as unknown as Operation);
  return document.root;
}

interface Document {
  root: Json;
}

function read(document: Document, pointer: string): Json {
  const value = parsePointer(pointer).reduce<Json | undefined>(child, document.root);
  if (value === undefined) throw doesNotFit();
  return value;
}

function apply(document: Document, { op, path, from = '', value }: Operation): void {
  switch (op) {
    case 'add':
      write(document, path, required(value));
      return;
    case 'replace':
      read(document, path);
      replace(document, path, required(value));
      return;
    case 'remove':
      remove(document, path);
      return;
    case 'test':
      if (!sameJson(read(document, path), required(value))) throw doesNotFit();
      return;
    case 'copy':
      write(document, path, structuredClone(read(document, from)));
      return;
    case 'move': {
      const moved = read(document, from);
      remove(document, from);
      write(document, path, moved);
      return;
    }
    default:
      throw doesNotFit();
  }
}

function required(value: Json | undefined): Json {
  if (value === undefined) throw doesNotFit();
  return value;
}

function parentOf(document: Document, pointer: string): [Json, string] {
  const keys = parsePointer(pointer);
  const key = keys.pop();
  const parent = keys.reduce<Json | undefined>(child, document.root);
  if (key === undefined || parent === undefined) throw doesNotFit();
  return [parent, key];
}

function listIndex(list: Json[], key: string, limit: number): number {
  const at = key === '-' ? list.length : Number(key);
  if (!Number.isInteger(at) || at < 0 || at > limit) throw doesNotFit();
  return at;
}

function write(document: Document, pointer: string, value: Json): void {
  if (pointer === '') {
    document.root = value;
    return;
  }
  const [parent, key] = parentOf(document, pointer);
  if (Array.isArray(parent)) parent.splice(listIndex(parent, key, parent.length), 0, value);
  else if (isJsonObject(parent)) parent[key] = value;
  else throw doesNotFit();
}

function replace(document: Document, pointer: string, value: Json): void {
  if (pointer !== '') remove(document, pointer);
  write(document, pointer, value);
}

function remove(document: Document, pointer: string): void {
  read(document, pointer);
  const [parent, key] = parentOf(document, pointer);
  if (Array.isArray(parent)) parent.splice(listIndex(parent, key, parent.length - 1), 1);
  else Reflect.deleteProperty(parent as object, key);
}
