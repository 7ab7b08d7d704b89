import fc from 'fast-check';
import type { AuditedCluster } from './cluster.ts';

const v = (n: number) => ({ description: `v${n}` });

/** One thing that happens to an object. */
export const randomStep = fc.oneof(
  fc.record({ type: fc.constant('api' as const), dies: fc.boolean() }),
  fc.record({ type: fc.constantFrom('kubectl' as const, 'status', 'inventory') }),
  fc.record({ type: fc.constant('report' as const), twice: fc.boolean() }),
);
type Step = typeof randomStep extends fc.Arbitrary<infer S> ? S : never;

/** Does all that to the object `a`, tells of what was not told yet, and answers who wrote through the API. */
export async function act(cluster: AuditedCluster, steps: readonly Step[]): Promise<string[]> {
  const late = [cluster.seen('a')];
  const authors: string[] = [];
  for (const [index, one] of steps.entries()) {
    const n = index + 1;
    if (one.type === 'api') {
      await cluster.write(`u${n}`, 'a', v(n), one);
      authors.push(`u${n}`);
    } else if (one.type === 'kubectl') cluster.edit(`k${n}`, 'a', { spec: v(n) });
    else if (one.type === 'status') cluster.touch('a');
    else if (one.type === 'report') {
      await cluster.observe(...late.splice(0), ...(one.twice ? [cluster.seen('a')] : []));
    } else await cluster.inventory();
    late.push(cluster.seen('a'));
  }
  await cluster.observe(...late);
  return authors;
}
