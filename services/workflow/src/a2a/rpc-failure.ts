/** Why a call of A2A is answered with an error. */
export class RpcFailure extends Error {
  override readonly name = 'RpcFailure';
  /** Of JSON-RPC, or of the protocol. */
  readonly code: number;
  /** What is wrong where; absent: nothing more is known. */
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export const badParams = (message: string, data?: unknown): RpcFailure =>
  new RpcFailure(-32602, message, data);

/** The same for a task that never was and for one of somebody else. */
export const taskNotFound = (): RpcFailure => new RpcFailure(-32001, 'Task not found.');

export const notCancelable = (status: string): RpcFailure =>
  new RpcFailure(-32002, `The task has ${status}: there is nothing to cancel.`);

export const unsupported = (message: string): RpcFailure => new RpcFailure(-32004, message);

export const failed = (message: string): RpcFailure => new RpcFailure(-32603, message);
