import type { Api } from '../store/api.ts';
import { applyConfig } from '../apply/apply-config.ts';
import { configError } from '../apply/config-errors.ts';
import type { Writer } from '../apply/ownership.ts';
import {
  asObject,
  asText,
  isJsonObject,
  timestamp,
  type Json,
  type KubeObject,
} from '../objects/object.ts';
import { jsonPatch } from '../write/json-patch.ts';
import { mergePatch, strategicMergePatch } from '../write/merge-patch.ts';
import { apiVersionOf, type ResourceType } from '../resources/resource-type.ts';
import { invalidValue } from '../objects/field-errors.ts';
import {
  ApiError,
  badRequest,
  invalid,
  notFound,
  unsupportedMediaType,
} from '../objects/status.ts';
import { createObject } from '../write/create-object.ts';
import { decodeObject } from '../write/decode-object.ts';
import {
  matchPath,
  requireNamespace,
  requireStored,
  viewOf,
  type Target,
} from '../write/target.ts';
import { updateObject } from '../write/update-object.ts';
import { requireManager, type WriteOptions } from '../write/write-options.ts';
import { writeOptionsOf, type ApiRequest } from './api-request.ts';
import { mediaType, parseJson, parseYaml, readBytes, type Body } from './read-body.ts';
import type { Reply } from './respond.ts';

const JSON_PATCH = 'application/json-patch+json';
const MERGE_PATCH = 'application/merge-patch+json';
const STRATEGIC_MERGE_PATCH = 'application/strategic-merge-patch+json';
const APPLY_PATCH = 'application/apply-patch+yaml';

const patchTypes = (type: ResourceType): string[] => [
  JSON_PATCH,
  MERGE_PATCH,
  ...(type.custom ? [] : [STRATEGIC_MERGE_PATCH]),
  APPLY_PATCH,
];

/** PATCH of an object or of its status, in any of the four formats. */
export async function patchObject(api: Api, target: Target, request: ApiRequest): Promise<Reply> {
  const format = mediaType(request.raw);
  const accepted = patchTypes(target.type);
  if (!accepted.includes(format)) throw unsupportedMediaType(accepted);
  const write = writeOptionsOf(request, 'PatchOptions');
  if (format === APPLY_PATCH) {
    const manager = requireManager(request.query);
    const body = parseYaml((await readBytes(request.raw)).toString('utf8'));
    return applyObject(api, target, body, { ...write, manager });
  }
  const text = (await readBytes(request.raw)).toString('utf8');
  const body = parseJson(text, 'error decoding patch');
  const stored = requireStored(api, target);
  const live = viewOf(target.type, stored);
  const patched = patchedForm(live, body.value, format, target.type);
  const next = decodeObject({
    type: target.type,
    value: patched,
    remarks: body.remarks,
    write,
    refuse: (object, findings) =>
      invalid('', '', '', [invalidValue('patch', JSON.stringify(object), findings)]),
  });
  const result = updateObject(api, target, next, { ...write, stored, replaces: false });
  return { status: 200, body: result };
}

function patchedForm(live: KubeObject, patch: Json, format: string, type: ResourceType): Json {
  if (format === JSON_PATCH) return jsonPatch(live, patch);
  if (!isJsonObject(patch)) {
    throw badRequest(
      'error decoding patch: json: cannot unmarshal into Go value of type map[string]interface {}',
    );
  }
  if (format === MERGE_PATCH) return mergePatch(live, patch);
  return strategicMergePatch(live, patch, type.schema);
}

/** Server-side apply: creates the object where it is not there. */
function applyObject(api: Api, target: Target, body: Body, write: WriteOptions): Reply {
  const { type, namespace, name, subresource } = target;
  const config = readConfig(body.value, target);
  const stored = api.store.get(type.storage, namespace, name);
  if (!stored && subresource) throw notFound(type, name);
  if (!stored) requireNamespace(api, target, name);
  if (!stored) matchPath(config.metadata, target, 'update');
  const time = timestamp(api.clock.now());
  const writer: Writer = { type, manager: write.manager, subresource, time };
  const live = stored && viewOf(type, stored);
  const { object, managers } = applyConfig({ writer, live, config, force: write.force });
  const next = decodeObject({ type, value: object, remarks: body.remarks, write });
  if (!stored) {
    return { status: 201, body: createObject(api, target, next, { ...write, managers }) };
  }
  const options = { ...write, managers, stored, replaces: false };
  return { status: 200, body: updateObject(api, target, next, options) };
}

function readConfig(value: Json, target: Target): KubeObject {
  const { type } = target;
  if (!isJsonObject(value)) {
    throw badRequest(
      'error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal array into Go value of type map[string]interface {}',
    );
  }
  const { apiVersion, kind } = value;
  if (apiVersion !== apiVersionOf(type) || kind !== type.kind) {
    throw badRequest(`invalid object type: ${asText(apiVersion) || '/'}, Kind=${asText(kind)}`);
  }
  const metadata = asObject(value['metadata']);
  if (metadata['name'] !== undefined) matchPath(metadata, target, 'update');
  if (metadata['managedFields'] !== undefined && metadata['managedFields'] !== null) {
    throw badRequest('metadata.managedFields must be nil');
  }
  const fault = configError(value, type.schema);
  if (fault) {
    const where = `${asText(metadata['namespace'])}/${asText(metadata['name'])}; ${apiVersion}, Kind=${kind}`;
    throw new ApiError(500, '', `failed to create typed patch object (${where}): ${fault}`);
  }
  return value as KubeObject;
}
