import type { Draft, Spec } from './draft.ts';

const FIELDS: ReadonlySet<string> = new Set([
  'fallbacks',
  'contextWindowFallbacks',
  'contentPolicyFallbacks',
]);

/** An object without those of its fallbacks that are not made, which is said: it serves without them too. */
export function withoutMissingFallbacks(draft: Draft, known: ReadonlySet<string>): Draft {
  const { kind, spec } = draft;
  if (kind === 'Model') return { ...draft, spec: pruned(draft, spec, known) };
  const { policyType, config } = spec;
  if (policyType !== 'fallback') return draft;
  // A policy that has none left names what is missing, and is left out.
  const left = pruned(draft, config as Spec, known);
  return 'fallbacks' in left ? { ...draft, spec: { ...spec, config: left } } : draft;
}

function pruned({ kind, name, from }: Draft, spec: Spec, known: ReadonlySet<string>): Spec {
  const left = Object.entries(spec).flatMap(([field, value]) => {
    if (!FIELDS.has(field) || !Array.isArray(value)) return [[field, value] as const];
    const wanted: readonly unknown[] = value;
    const made = wanted.filter((one) => known.has(`Model ${String(one)}`));
    if (made.length === wanted.length) return [[field, value] as const];
    const missing = wanted.filter((one) => !made.includes(one)).join(', ');
    from.lost(`${field} of ${kind} ${name}: ${missing} is left out, since it is not made`);
    return made.length > 0 ? [[field, made] as const] : [];
  });
  return Object.fromEntries(left);
}
