import { readInputSchema } from '../input-schema.ts';
import { expressionFaults } from './expression-faults.ts';
import { orderFaults } from './order-faults.ts';
import { fieldsOf, stepsOf, type Fault, type Fields } from './spec-steps.ts';
import { withFaults } from './with-faults.ts';

/** What is wrong with the spec of a WorkflowTemplate that its schema takes. */
export function templateFaults(spec: Fields): readonly Fault[] {
  const steps = stepsOf(spec);
  const order = orderFaults(steps);
  return [
    ...schemaFaults(spec),
    ...steps.flatMap(withFaults),
    ...order,
    // Who can know of whom is a matter of the order, so that it has to be right first.
    ...(order.length > 0 ? [] : expressionFaults(spec, steps)),
    ...callsItself(spec),
  ];
}

/**
 * Steps that run their own template, which is called by spec.type, or by `name` where that is not set. A chain of templates that comes
 * back to itself is seen only when it runs: MAX_WORKFLOW_DEPTH ends it.
 */
export function callsItself(spec: Fields, name?: string): readonly Fault[] {
  const type = spec['type'] ?? name;
  return stepsOf(spec)
    .filter((step) => step.type === 'workflow' && type !== undefined)
    .filter((step) => step.with['template'] === type)
    .map(({ path }) => ({
      path: [...path, 'with', 'template'],
      message: 'is this template itself, which would never end: name another one',
    }));
}

function schemaFaults({ inputSchema }: Fields): readonly Fault[] {
  if (inputSchema === undefined) return [];
  const read = readInputSchema(fieldsOf(inputSchema));
  return 'fault' in read ? [{ path: ['inputSchema'], message: read.fault }] : [];
}
