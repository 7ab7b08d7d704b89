import { ForeignAnswer, type ScopedIds } from '../ids/scoped-ids.ts';
import { isFields, type Fields, type RpcCall } from '../rpc/read-call.ts';
import { errorResponse, taskNotFound, type RpcError } from '../rpc/rpc-error.ts';

const TASK_NOT_FOUND = -32001;
const MOST_CHARACTERS = 2_000;

/** What an agent answered, as the client gets it: with its own id, and ids that are sealed to it. Throws a ForeignAnswer where it is no response of the protocol. */
export function readResponse(text: string, { id, method }: RpcCall, ids: ScopedIds): object {
  const said = parsed(text);
  if (!isFields(said)) throw new ForeignAnswer();
  const { error, result } = said;
  if (isFields(error)) return errorResponse(id, errorOf(error), method.version);
  return { jsonrpc: '2.0', id, result: ids.sealed(method, result) };
}

/** Whether it is a JSON-RPC error, whatever its status says. */
export function isErrorResponse(text: string): boolean {
  const said = parsed(text);
  return isFields(said) && said['jsonrpc'] === '2.0' && isFields(said['error']);
}

/** That a task is gone is said like everywhere: the agent's words name it as the agent does. */
function errorOf({ code, message, data }: Fields): RpcError {
  if (code === TASK_NOT_FOUND) return taskNotFound();
  return {
    code: Number.isSafeInteger(code) ? (code as number) : -32603,
    message: typeof message === 'string' ? message.slice(0, MOST_CHARACTERS) : 'The agent failed.',
    ...(data === undefined || data === null ? {} : { data }),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What is no JSON is no response either.
    return undefined;
  }
}
