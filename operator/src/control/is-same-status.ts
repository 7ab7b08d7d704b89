import type { Condition } from '@aicp/crds/kit/conditions';
import type { SpendStatus } from '@aicp/crds/kit/spend';
import type { TargetHealth } from '@aicp/crds/kit/target-health';
import type { Status } from './status.ts';

/** Whether nothing has to be written. */
export function isSameStatus(a: Status, b: Status): boolean {
  const text = ({
    observedGeneration,
    conditions,
    owner,
    createdBy,
    summary,
    when,
    health,
    spend,
    observed,
  }: Status): string =>
    JSON.stringify([
      observedGeneration,
      conditions.map(fields).sort(),
      owner && [owner.objectUid, owner.organization, owner.organizationUid],
      createdBy && [createdBy.objectUid, createdBy.key, createdBy.uid],
      summary,
      when,
      health?.map(targetText),
      spend && spendText(spend),
      observed && Object.entries(observed).sort(([one], [other]) => (one < other ? -1 : 1)),
    ]);
  return text(a) === text(b);
}

const targetText = (one: TargetHealth): string =>
  JSON.stringify([
    one.replica,
    one.credential,
    one.circuit,
    one.attempts,
    one.failures,
    one.reason,
    one.openUntil,
    one.at,
  ]);

const spendText = (one: SpendStatus): string =>
  JSON.stringify([
    one.limitUsd,
    one.spentUsd,
    one.reservedUsd,
    one.leftUsd,
    one.usedPercent,
    one.resetsAt,
    one.of,
    one.at,
  ]);

const fields = (one: Condition): string =>
  JSON.stringify([
    one.type,
    one.status,
    one.observedGeneration,
    one.lastTransitionTime,
    one.reason,
    one.message,
  ]);
