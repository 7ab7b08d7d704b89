import type { Root } from 'protobufjs';
import { asObject, asText, type JsonObject } from '../objects/object.ts';
import { PROTOBUF_BODIES, PROTOBUF_TYPES } from './protobuf-types.ts';

const MAGIC = Buffer.from('k8s\0');

/** What arrived is no object in protobuf. */
export class ProtobufError extends Error {
  override readonly name = 'ProtobufError';
}

let root: Root | undefined;

/** Loaded with the first such body: the library takes some 7 MiB, and most installations never get one. */
async function loadTypes(): Promise<Root> {
  const { default: protobuf } = await import('protobufjs/light.js');
  root ??= protobuf.Root.fromJSON(PROTOBUF_TYPES);
  return root;
}

/** Fields that are not described and empty texts are left out; bytes become base64. */
function read(types: Root, name: string, bytes: Uint8Array): JsonObject {
  const type = types.lookupType(name);
  try {
    return type.toObject(type.decode(bytes), { bytes: String });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ProtobufError(reason, { cause: error });
  }
}

/**
 * Reads an object in Kubernetes' protobuf envelope. Of kinds that it does not know (reviews, say) only type and kind come out. Rejects with
 * a ProtobufError where the bytes are no such envelope.
 */
export async function decodeProtobuf(body: Buffer): Promise<JsonObject> {
  if (!body.subarray(0, MAGIC.length).equals(MAGIC))
    throw new ProtobufError('the magic number is missing');
  const types = await loadTypes();
  const { typeMeta, raw } = read(types, 'Unknown', body.subarray(MAGIC.length));
  const apiVersion = asText(asObject(typeMeta)['apiVersion']);
  const kind = asText(asObject(typeMeta)['kind']);
  if (apiVersion !== 'v1' || !PROTOBUF_BODIES.includes(kind)) return { apiVersion, kind };
  return { apiVersion, kind, ...read(types, kind, Buffer.from(asText(raw), 'base64')) };
}
