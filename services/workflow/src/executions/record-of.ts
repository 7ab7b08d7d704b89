import { shownSecret } from '@aicp/api-kit/access/shown-secret';
import type { RouteContext } from '@aicp/api-kit/route/route';
import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import { ASSERTION_PREFIX } from '@aicp/contracts/delegation/assertion';
import { saidIn, type DecisionRecord } from '@aicp/contracts/workflows/decision-record';
import type { Caller } from '../access/caller.ts';
import type { Signal } from '../database/tables.ts';
import type { Known } from '../snapshot/workflow-snapshot.ts';
import type { Execution, Step } from '../store/rows.ts';

interface Decided {
  readonly caller: Caller;
  readonly execution: Pick<Execution, 'id' | 'organization' | 'organization_uid'>;
  readonly step: Pick<Step, 'path'>;
  readonly signal: Signal;
  readonly known: Pick<Known, 'keys'>;
}

/** What the audit log is to have of a decision. */
export function recordOf(
  { request, ip, requestId }: Pick<RouteContext, 'request' | 'ip' | 'requestId'>,
  { caller, execution, step, signal, known }: Decided,
): DecisionRecord {
  const { organization } = execution;
  const { delegator } = caller;
  // What the admin service sends for somebody comes from its own address.
  const isDelegated = shownSecret(request)?.startsWith(ASSERTION_PREFIX) === true;
  return {
    ...{ id: uuidV7(Date.parse(signal.at)), at: signal.at },
    ...{ execution: execution.id, step: step.path, ...saidIn(signal.payload) },
    // As in all entries: the person that a key names, who may be anybody, beside the key.
    user: caller.user ?? caller.name,
    key: delegator.type === 'key' ? (known.keys.ofUid(delegator.uid)?.id ?? null) : null,
    organization: organization === '' ? null : organization,
    organizationUid: organization === '' ? null : execution.organization_uid,
    ...{ ip: isDelegated ? null : (ip ?? null), requestId },
  };
}
