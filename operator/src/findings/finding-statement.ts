import {
  FINDING_CONDITIONS,
  type Finding,
  type FoundCondition,
} from '@aicp/contracts/poll/findings-report';
import { condition } from '@aicp/crds/kit/conditions';
import { z } from 'zod';

/** The conditions that say what services found out of an object. */
export const FOUND_CONDITIONS: readonly string[] = [
  ...new Set(Object.values(FINDING_CONDITIONS).flat()),
];

/** Figures as a status holds them; the schema of the kind says which there are. */
export const observedFigures = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
export type ObservedFigures = z.output<typeof observedFigures>;

/** What a status says of what services found out. */
export interface FindingStatement {
  readonly conditions: readonly FoundCondition[];
  readonly observed: ObservedFigures;
}

const stored = z.object({
  conditions: z.array(condition).catch([]),
  observed: observedFigures.optional().catch(undefined),
});

/** What a stored status says of it; undefined where it says nothing. */
export function findingStatementIn(status: unknown): FindingStatement | undefined {
  const { observed = {}, conditions } = stored.safeParse(status).data ?? { conditions: [] };
  const own = conditions.flatMap(({ type, status: value, reason, message }) =>
    FOUND_CONDITIONS.includes(type) ? [{ type, status: value, reason, message }] : [],
  );
  const isEmpty = own.length === 0 && Object.keys(observed).length === 0;
  return isEmpty ? undefined : { conditions: own, observed };
}

/** What a finding has said of its object: conditions that its kind does not have are left out. */
export function statementOf({ kind, conditions, observed }: Finding): FindingStatement {
  const own: readonly string[] = FINDING_CONDITIONS[kind];
  return { conditions: conditions.filter(({ type }) => own.includes(type)), observed };
}

/** That nothing is known any more: figures stay as they were known last. */
export const unknownOf = ({ conditions, observed }: FindingStatement): FindingStatement => ({
  conditions: conditions.map((one) => ({
    ...one,
    status: 'Unknown',
    reason: 'NotReported',
    message: NOT_REPORTED,
  })),
  observed,
});

const NOT_REPORTED =
  'nothing was reported of it for three minutes; the figures are the last known: look at the pods and the log of the service that reports it';

/** Whether two say the same of what holds, whatever their words and figures. */
export const haveSameFacts = (a: FindingStatement | undefined, b: FindingStatement): boolean =>
  factsOf(a) === factsOf(b);

const factsOf = (statement: FindingStatement | undefined): string =>
  JSON.stringify(
    statement?.conditions.map(({ type, status, reason }) => [type, status, reason]).sort(),
  );

/** Whether two say the same altogether. */
export const isSameStatement = (a: FindingStatement | undefined, b: FindingStatement): boolean =>
  textOf(a) === textOf(b);

const textOf = (statement: FindingStatement | undefined): string =>
  JSON.stringify([
    statement?.conditions
      .map(({ type, status, reason, message }) => [type, status, reason, message])
      .sort(),
    Object.entries(statement?.observed ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)),
  ]);
