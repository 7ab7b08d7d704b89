import type { Principal } from '@aicp/contracts/routing/request/principal';
import { heldNotFound } from '../../pipeline/held/bound.ts';
import type { Refusal } from '../../pipeline/exchange/refusal.ts';
import type { ProtocolRequest } from '../../protocols/protocol.ts';
import type { RuntimeModel } from '../../routing/runtime.ts';
import { keepModelOf } from './batch-stages.ts';
import { refusalIn } from './refusal-in.ts';
import { passAgain, type LinesOf } from './line-passage.ts';

/** A batch that passed its stages a while ago. */
export interface Passed {
  readonly of: LinesOf;
  readonly input: ProtocolRequest;
  readonly model: RuntimeModel;
  /** Our id of the file that it was made of. */
  readonly file: string;
  /** Whether that is somebody's. */
  readonly isOf: (principal: Principal) => boolean;
}

/**
 * Why a batch may not begin any more, by what stands in the cluster at this moment: its provider may take minutes to read the file, and its key may be blocked or
 * its model closed by then. Undefined: it may. Limits and budgets are not asked again: they hold what it is likely to use.
 */
export async function whyNotBegin({
  of,
  input,
  model,
  file,
  isOf,
}: Passed): Promise<Refusal | undefined> {
  const runtime = of.gateway.runtime() ?? of.runtime;
  const now = await passAgain({ ...of, runtime }, { input, keep: keepModelOf({ model }) });
  if ('status' in now) return refusalIn(now);
  return isOf(now.principal)
    ? undefined
    : heldNotFound('file', { id: file, param: 'input_file_id' });
}
