import type { ClientBase, PoolConfig } from 'pg';

/** Does something with each new connection before it is given out. The pool waits for it, which its types don't say. */
export const onConnect = (
  prepare: (client: ClientBase) => Promise<void>,
): Pick<PoolConfig, 'onConnect'> => {
  const hook: { onConnect: (client: ClientBase) => unknown } = { onConnect: prepare };
  return hook;
};
