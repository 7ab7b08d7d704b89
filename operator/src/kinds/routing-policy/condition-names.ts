import { testsIn } from '@aicp/contracts/conditions/ast';
import { ConditionError, parseCondition } from '@aicp/contracts/conditions/parse';

const READS_PROVIDERS = /\bprovider\b/;

/** The providers that a condition asks for by their whole names; none where it is none. */
export function providersIn(condition: string | undefined): string[] {
  if (condition === undefined || !READS_PROVIDERS.test(condition)) return [];
  try {
    const tests = testsIn(parseCondition(condition)).filter(({ attribute }) =>
      ['provider', 'candidate.provider'].includes(attribute.name),
    );
    const names = tests.flatMap((test) => {
      if (test.op === 'in') return test.values;
      return test.op === 'compare' ? [test.value] : [];
    });
    return [...new Set(names)];
  } catch (error) {
    if (error instanceof ConditionError) return [];
    throw error;
  }
}
