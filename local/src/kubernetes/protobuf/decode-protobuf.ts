import { asText, type JsonObject } from '../object.ts';
import { readMessage, WireError, type Message } from './wire.ts';

const MAGIC = Buffer.from('k8s\0');

/** k8s.io/apimachinery runtime.Unknown. */
const UNKNOWN: Message = {
  1: ['typeMeta', { 1: ['apiVersion', 'string'], 2: ['kind', 'string'] }],
  2: ['raw', 'bytes'],
};

const OWNER: Message = {
  1: ['kind', 'string'],
  3: ['name', 'string'],
  4: ['uid', 'string'],
  5: ['apiVersion', 'string'],
  6: ['controller', 'bool'],
  7: ['blockOwnerDeletion', 'bool'],
};

const METADATA: Message = {
  1: ['name', 'string'],
  2: ['generateName', 'string'],
  3: ['namespace', 'string'],
  5: ['uid', 'string'],
  6: ['resourceVersion', 'string'],
  11: ['labels', 'textMap'],
  12: ['annotations', 'textMap'],
  13: ['ownerReferences', [OWNER]],
  14: ['finalizers', ['string']],
};

/** The built-in kinds that `kubectl create` sends as protobuf. */
const KINDS: Readonly<Record<string, Message>> = {
  'v1/Namespace': { 1: ['metadata', METADATA] },
  'v1/Secret': {
    1: ['metadata', METADATA],
    2: ['data', 'bytesMap'],
    3: ['type', 'string'],
    4: ['stringData', 'textMap'],
    5: ['immutable', 'bool'],
  },
  'v1/ConfigMap': {
    1: ['metadata', METADATA],
    2: ['data', 'textMap'],
    3: ['binaryData', 'bytesMap'],
    4: ['immutable', 'bool'],
  },
  'v1/DeleteOptions': {
    2: ['preconditions', { 1: ['uid', 'string'], 2: ['resourceVersion', 'string'] }],
    4: ['propagationPolicy', 'string'],
    5: ['dryRun', ['string']],
  },
};

/**
 * Reads an object in Kubernetes' protobuf envelope. Of kinds that it does not know (reviews, say) only type and kind come out. Throws
 * WireError on what is no such envelope.
 */
export function decodeProtobuf(body: Buffer): JsonObject {
  if (!body.subarray(0, MAGIC.length).equals(MAGIC))
    throw new WireError('the magic number is missing');
  const envelope = readMessage(body.subarray(MAGIC.length), UNKNOWN);
  const typeMeta = (envelope['typeMeta'] ?? {}) as JsonObject;
  const apiVersion = asText(typeMeta['apiVersion']);
  const kind = asText(typeMeta['kind']);
  const description = KINDS[`${apiVersion}/${kind}`];
  const raw = Buffer.from(asText(envelope['raw']), 'base64');
  return { apiVersion, kind, ...(description ? readMessage(raw, description) : {}) };
}
