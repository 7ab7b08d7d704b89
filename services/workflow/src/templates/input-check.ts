import type { FieldError } from '@aicp/common/errors/problem';
import { readInputSchema } from '@aicp/contracts/workflows/input-schema';
import type { WorkflowDefinition } from '@aicp/contracts/workflows/workflow-definition';

/** What is wrong with an input, by the schema of a template; empty where nothing is. A schema that can't be read takes nothing. */
export function inputFaults(
  { input_schema: schema }: Pick<WorkflowDefinition, 'input_schema'>,
  input: unknown,
): readonly FieldError[] {
  if (schema === undefined) return [];
  const check = readInputSchema(schema);
  if (typeof check !== 'function') {
    return [
      { path: 'input', message: `can't be checked: the template's input schema ${check.fault}` },
    ];
  }
  return check(input).map(({ path, message }) => ({ path: ['input', ...path].join('.'), message }));
}
