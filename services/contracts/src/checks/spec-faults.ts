import { ConditionError, parseCondition } from '../conditions/parse.ts';
import { templateFaults } from '../workflows/check/check-template.ts';
import { eventTypeFault } from './event-types.ts';
import { detectorFaults, guardrailFaults } from './guardrail-faults.ts';
import type { Fault } from './pattern-fault.ts';
import { triggerFault } from './trigger-condition.ts';

type Fields = Readonly<Record<string, unknown>>;
type Check = (spec: Fields) => readonly Fault[];

/**
 * What is wrong with a spec that its schema takes, since no schema can say it. The admin API refuses such a spec; the operator says it in
 * the object's condition.
 */
export const specFaults = (kind: string, spec: Fields): readonly Fault[] =>
  CHECKS[kind]?.(spec) ?? [];

const CHECKS: Readonly<Partial<Record<string, Check>>> = {
  RoutingPolicy: policyFaults,
  ModelDeprecation: deprecationFaults,
  PriceCatalog: catalogFaults,
  FailoverRule: ({ triggerCondition }) =>
    faultAt(
      ['triggerCondition'],
      typeof triggerCondition === 'string' ? triggerFault(triggerCondition) : undefined,
    ),
  Detector: detectorFaults,
  Guardrail: guardrailFaults,
  EventSubscription: ({ eventTypes }) =>
    listOf(eventTypes).flatMap((type, index) =>
      faultAt(['eventTypes', index], typeof type === 'string' ? eventTypeFault(type) : undefined),
    ),
  ControlPlane: ({ timeZone }) =>
    faultAt(['timeZone'], typeof timeZone === 'string' ? zoneFault(timeZone) : undefined),
  WorkflowTemplate: (spec) => templateFaults(spec),
};

const faultAt = (path: Fault['path'], message: string | undefined): Fault[] =>
  message === undefined ? [] : [{ path, message }];

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

/** The rule of a policy stands in the spec itself, or below `config`. */
function policyFaults(spec: Fields): readonly Fault[] {
  const { policyType } = spec;
  const config = fieldsOf(spec['config']);
  if (policyType === 'fallback') return fallbackFaults(config);
  if (policyType === undefined) return ruleFaults(spec, []);
  return policyType === 'conditional' ? ruleFaults(config, ['config']) : [];
}

function ruleFaults({ condition, action, targetModels }: Fields, at: readonly string[]): Fault[] {
  const text = typeof condition === 'string' ? conditionFault(condition) : undefined;
  const isIdle = action === 'prefer' && listOf(targetModels).length === 0;
  return [
    ...faultAt([...at, 'condition'], text),
    ...faultAt(
      [...at, 'targetModels'],
      isIdle ? 'prefer needs at least one model to try first: name it' : undefined,
    ),
  ];
}

function fallbackFaults({ model, fallbacks }: Fields): Fault[] {
  const others = listOf(fallbacks).filter((fallback) => fallback !== model);
  return others.length > 0
    ? []
    : [{ path: ['config', 'fallbacks'], message: 'name at least one model other than model' }];
}

function conditionFault(text: string): string | undefined {
  try {
    parseCondition(text);
    return undefined;
  } catch (error) {
    if (error instanceof ConditionError) return error.message;
    throw error;
  }
}

function deprecationFaults(spec: Fields): readonly Fault[] {
  const dates = ['deprecationDate', 'sunsetDate'].map((field) => ({ field, text: spec[field] }));
  const wrong = dates.filter(
    ({ text }) => typeof text === 'string' && Number.isNaN(Date.parse(text)),
  );
  if (wrong.length > 0) {
    return wrong.map(({ field, text }) => ({
      path: [field],
      message: `there is no such day as "${String(text)}": write another date`,
    }));
  }
  const [from = NaN, until = NaN] = dates.map(({ text }) => Date.parse(String(text)));
  if (!(until < from)) return [];
  return [{ path: ['sunsetDate'], message: 'comes before deprecationDate: change one of the two' }];
}

function catalogFaults(spec: Fields): readonly Fault[] {
  return ['discounts', 'prices'].flatMap((list) =>
    listOf(spec[list]).flatMap((entry, index) =>
      periodFaults(fieldsOf(entry)).map(({ path, message }) => ({
        path: [list, index, ...path],
        message,
      })),
    ),
  );
}

function periodFaults(entry: Fields): readonly Fault[] {
  const fields = ['effectiveFrom', 'effectiveUntil'];
  const wrong = fields.filter((field) => {
    const text = entry[field];
    return typeof text === 'string' && Number.isNaN(Date.parse(text));
  });
  if (wrong.length > 0) {
    return wrong.map((field) => ({
      path: [field],
      message: `there is no such day as "${String(entry[field])}": write another date`,
    }));
  }
  const [from = NaN, until = NaN] = fields.map((field) => Date.parse(String(entry[field])));
  if (!(until <= from)) return [];
  return [{ path: ['effectiveUntil'], message: 'must come after effectiveFrom' }];
}

function zoneFault(zone: string): string | undefined {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return undefined;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return `"${zone}" is no IANA time zone: write one such as Europe/Berlin`;
  }
}
