import type { PolicyFragment } from '@aicp/contracts/snapshot/fragments';

const GUARDING_SECTIONS: ReadonlySet<string> = new Set([
  'settings',
  'deprecations',
  'organization_models',
  'team_models',
]);

/**
 * Whether requests may get through that this fragment would have stopped or directed, if it were left out or an older form stood in
 * its place: a permit, a deny, a group, a list of models, the end of a model, maintenance.
 */
export function isGuard(section: string, fragment: object): boolean {
  if (section !== 'policies') return GUARDING_SECTIONS.has(section);
  const policy = fragment as PolicyFragment;
  if (policy.type === 'rule') return policy.action !== 'prefer';
  return policy.type === 'model_group';
}
