import { versionOf } from '@aicp/contracts/agents/agent-card';
import type { Method } from '@aicp/contracts/agents/methods';
import { readMethod } from './methods.ts';
import {
  badParams,
  noRequest,
  unknownMethod,
  unreadableJson,
  versionNotSupported,
  type RpcError,
  type RpcId,
} from './rpc-error.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** What a client asks of an agent. */
export interface RpcCall {
  readonly id: RpcId;
  readonly name: string;
  readonly method: Method;
  readonly params: Fields;
}

/** Why a call is not passed on, and to which request that is said. */
export interface Unreadable {
  readonly id: RpcId;
  readonly error: RpcError;
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads a body. */
export function readCall(body: Buffer): RpcCall | Unreadable {
  const said = parsed(body);
  if (said === undefined) return { id: null, error: unreadableJson() };
  if (!isFields(said)) {
    return { id: null, error: noRequest('Send one JSON-RPC request, no batch of them.') };
  }
  const id = idOf(said['id']);
  const call = isRequest(said) && id !== undefined ? callOf(said) : noRequest(NO_REQUEST);
  return 'code' in call ? { id: id ?? null, error: call } : { ...call, id: id ?? null };
}

const NO_REQUEST =
  'This is no JSON-RPC request: send jsonrpc "2.0", an id (a text or a number), and a method.';

interface Request extends Fields {
  readonly method: string;
}

const isRequest = (said: Fields): said is Request =>
  said['jsonrpc'] === '2.0' && typeof said['method'] === 'string';

function callOf({ method: name, params = {} }: Request): Omit<RpcCall, 'id'> | RpcError {
  const method = readMethod(name);
  if (method === undefined) return unknownMethod(name);
  if ('code' in method) return method;
  return isFields(params) ? { name, method, params } : badParams('params has to be an object.');
}

/** Why a call is not of the version that its header names; undefined where it is, or the header names none. */
export function mismatch(
  { name, method }: RpcCall,
  header: string | undefined,
): RpcError | undefined {
  if (header === undefined || header === '' || versionOf(header) === method.version) {
    return undefined;
  }
  return versionNotSupported(
    `${name} is of protocol ${method.version}, and the header A2A-Version says otherwise: have both agree; 1.0 and 0.3 are spoken here.`,
  );
}

const MOST_ID_CHARACTERS = 1_000;

/** Undefined: it is none. Without one, a client would not be answered. */
function idOf(id: unknown): string | number | undefined {
  if (typeof id === 'string' && id.length <= MOST_ID_CHARACTERS) return id;
  return typeof id === 'number' && Number.isFinite(id) ? id : undefined;
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    // The client is told.
    return undefined;
  }
}
