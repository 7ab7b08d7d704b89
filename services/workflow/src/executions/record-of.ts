import { shownSecret } from '@aicp/api-kit/access/shown-secret';
import type { RouteContext } from '@aicp/api-kit/route/route';
import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import { ASSERTION_PREFIX } from '@aicp/contracts/delegation/assertion';
import {
  saidIn,
  type ChangeRecord,
  type DecisionRecord,
} from '@aicp/contracts/workflows/decision-record';
import type { Caller } from '../access/caller.ts';
import type { Signal } from '../database/tables.ts';
import type { Execution, Step } from '../store/rows.ts';

/** The request by which something is done. */
export type Sent = Pick<RouteContext, 'request' | 'ip' | 'requestId'>;

type Owned = Pick<Execution, 'id' | 'organization' | 'organization_uid'>;

interface Decided {
  readonly caller: Caller;
  readonly execution: Owned;
  readonly step: Pick<Step, 'path'>;
  readonly signal: Signal;
}

/** What the audit log is to have of a decision. */
export function recordOf(sent: Sent, { caller, execution, step, signal }: Decided): DecisionRecord {
  return {
    ...{ id: uuidV7(Date.parse(signal.at)), at: signal.at, action: 'signal' },
    ...whoDid(sent, caller, execution),
    ...{ step: step.path, ...saidIn(signal.payload) },
  };
}

interface Changed {
  readonly caller: Caller;
  readonly execution: Owned & Pick<Execution, 'template'>;
  readonly action: ChangeRecord['action'];
  readonly nowMs: number;
}

/**
 * What the audit log is to have of a change. Undefined where a step has it done, whose execution somebody started, and where the caller shows no credential: nobody could be named, and whoever can send
 * requests could fill the log.
 */
export function changeOf(
  sent: Sent,
  { caller, execution, action, nowMs }: Changed,
): ChangeRecord | undefined {
  if (caller.isAnonymous || caller.asksFor) return undefined;
  return {
    // An execution starts once, however often the same request is sent.
    id: action === 'execute' ? execution.id : uuidV7(nowMs),
    ...{ at: new Date(nowMs).toISOString(), action, template: execution.template },
    ...whoDid(sent, caller, execution),
  };
}

function whoDid({ request, ip, requestId }: Sent, caller: Caller, execution: Owned) {
  const { organization } = execution;
  // What another service sends for somebody comes from its own address.
  const isDelegated = shownSecret(request)?.startsWith(ASSERTION_PREFIX) === true;
  return {
    execution: execution.id,
    // As in all entries: the person that a key names, who may be anybody, beside the key.
    user: caller.user ?? caller.name,
    key: caller.delegator.type === 'key' ? caller.name : null,
    organization: organization === '' ? null : organization,
    organizationUid: organization === '' ? null : execution.organization_uid,
    ...{ ip: isDelegated ? null : (ip ?? null), requestId },
  };
}
