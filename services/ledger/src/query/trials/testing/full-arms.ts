import type { FeedbackRecord } from '@aicp/contracts/usage/feedback-record';
import type { UsageRecord } from '@aicp/contracts/usage/usage-record';
import type { TrialArm, TrialArms } from '../trial-arms.ts';
import type { TrialArmName, TrialQuery, UnitSums } from '../trial-query.ts';

/** What is known of a trial: the requests, each once, and the last feedback on each. */
export interface TrialFacts {
  readonly usage: readonly UsageRecord[];
  readonly feedback: ReadonlyMap<UsageRecord, Pick<FeedbackRecord, 'score'>>;
}

/** What a look has to answer, worked out of all the facts without a database. */
export function fullArms({ usage, feedback }: TrialFacts, query: TrialQuery): TrialArms {
  const own = usage.filter(
    (record) =>
      record.ab_test === query.test &&
      Date.parse(record.at) >= query.sinceMs &&
      (query.organization === undefined || record.organization === query.organization),
  );
  const arm = (name: TrialArmName): TrialArm => {
    const ofArm = own.filter(({ variant }) => variant === name);
    const asked = ofArm.filter(
      ({ completion, attempts }) => completion !== 'refused' || attempts > 0,
    );
    const scores = ofArm.flatMap((record) => {
      const said = feedback.get(record);
      return said ? [{ unit: unitOf(record, query), y: (said.score + 1) / 2 }] : [];
    });
    return armOf(asked, { query, name, scores });
  };
  return { base: arm('base'), variant: arm('variant') };
}

interface Value {
  readonly unit: string;
  readonly y: number;
}

function armOf(
  asked: readonly UsageRecord[],
  of: {
    readonly query: TrialQuery;
    readonly name: TrialArmName;
    readonly scores: readonly Value[];
  },
): TrialArm {
  const { query, name } = of;
  const answered = asked.filter(isAnswered);
  const timed = answered.filter(({ latency_ms }) => latency_ms !== null);
  const sum = (records: readonly UsageRecord[], value: (record: UsageRecord) => number) =>
    records.reduce((total, record) => total + value(record), 0);
  const sumsOf = (records: readonly UsageRecord[], y: (record: UsageRecord) => number): UnitSums =>
    unitSums(records.map((record) => ({ unit: unitOf(record, query), y: y(record) })));
  const failed = (record: UsageRecord) => isFailed(record, query.models[name]);
  const isNew = ({ at }: UsageRecord) => Date.parse(at) >= query.splitSinceMs;
  const unitsIn = (records: readonly UsageRecord[]) =>
    new Set(records.map((record) => unitOf(record, query))).size;
  return {
    requests: asked.length,
    units: unitsIn(asked),
    unitsOfSplit: unitsIn(asked.filter(isNew)),
    costNano: sum(asked, costOf),
    answered: answered.length,
    tokensIn: sum(answered, ({ input }) => input),
    tokensOut: sum(answered, ({ output }) => output),
    latencyMs: sum(timed, latencyOf),
    p95Ms: slowest(timed.map(latencyOf)),
    measures: {
      cost: sumsOf(
        answered.filter(({ cost_nano_usd }) => cost_nano_usd !== null),
        costOf,
      ),
      latency: sumsOf(timed, (record) => Math.log(Math.max(latencyOf(record), 1))),
      errors: sumsOf(
        asked.filter((record) => isAnswered(record) || failed(record)),
        (record) => (failed(record) ? 1 : 0),
      ),
      tokens: sumsOf(answered, ({ input, output }) => input + output),
      feedback: unitSums(of.scores),
    },
  };
}

const costOf = ({ cost_nano_usd }: UsageRecord): number => cost_nano_usd ?? 0;
const latencyOf = ({ latency_ms }: UsageRecord): number => latency_ms ?? 0;

const isAnswered = ({ completion, status }: UsageRecord): boolean =>
  completion === 'complete' && (status ?? 200) < 400;

function isFailed(record: UsageRecord, model: string): boolean {
  const { completion, status, attempts, model_served: served } = record;
  if (isAnswered(record)) return attempts > 1 && served !== model;
  if (completion === 'complete') return (status ?? 200) >= 500;
  return completion === 'provider_failed' || completion === 'refused';
}

function unitOf({ id, user, key }: UsageRecord, { unit }: TrialQuery): string {
  if (unit === 'request') return id;
  if (unit === 'key') return key ?? '';
  return user === null ? `k${key ?? ''}` : `u${user}`;
}

function unitSums(values: readonly Value[]): UnitSums {
  const units = new Map<string, { x: number; y: number }>();
  for (const { unit, y } of values) {
    const of = units.get(unit) ?? { x: 0, y: 0 };
    units.set(unit, { x: of.x + 1, y: of.y + y });
  }
  const all = [...units.values()];
  const sum = (value: (unit: { x: number; y: number }) => number) =>
    all.reduce((total, unit) => total + value(unit), 0);
  return {
    units: all.length,
    x: sum(({ x }) => x),
    y: sum(({ y }) => y),
    xx: sum(({ x }) => x * x),
    yy: sum(({ y }) => y * y),
    xy: sum(({ x, y }) => x * y),
    mostX: Math.max(0, ...all.map(({ x }) => x)),
  };
}

/** To 1 %, as the logarithm of 1.01 is told. */
function slowest(times: readonly number[]): number | undefined {
  const ordered = [...times].sort((a, b) => a - b);
  const time = ordered[Math.ceil(0.95 * ordered.length) - 1];
  if (time === undefined) return undefined;
  const step = Math.floor(Math.log(Math.max(time, 0.1)) / Math.log(1.01));
  return Math.exp((step + 0.5) * Math.log(1.01));
}
