import type { TeamFragment } from '@aicp/contracts/snapshot/sections/accounts';
import { team, type TeamSpec } from '@aicp/crds/team';
import { maxBudgetFragments, whyMoneyIsFree } from '../budget/max-budget.ts';
import { fragmentOfAllowedModels, limitsModels, toMembers } from '../kit/accounts.ts';
import {
  accepted,
  notAccepted,
  type KindVerdict,
  type SectionFragment,
} from '../kit/kind-verdict.ts';
import { operatorKind } from '../kit/operator-kind.ts';
import { missingReferences } from '../kit/references.ts';
import { sourceOf, type SourceObject } from '../kit/source-object.ts';

interface Gathered {
  /** metadata.uid of the Organization that it is bound to. */
  readonly organizationUid: string | undefined;
  /** A sentence on the business unit that it names, where that does not exist for it. */
  readonly missing: readonly string[];
  readonly free: string | undefined;
}

/** A Team's list of models, its pace and its budget for the gateway, and its members for the admin service. It works without its business unit, though its keys do not. */
export const teamKind = operatorKind<TeamSpec, Gathered>({
  definition: team,
  sections: () => ['team_models', 'teams', 'budgets'],
  keptIn: 'team_models',
  mayGuard: limitsAnything,
  gather: (spec, lookup, object) => ({
    organizationUid: lookup.owner(object.uid)?.binding?.organizationUid,
    missing: missingReferences(team, spec, { lookup, referrer: object }).missing,
    free: whyMoneyIsFree(spec, lookup),
  }),
  decide: decideTeam,
});

interface Limiting {
  readonly allowedModels?: unknown;
  readonly rpmLimit?: unknown;
  readonly tpmLimit?: unknown;
  readonly maxBudget?: unknown;
}

/** Whether a spec may limit what the team's keys may send or spend. */
function limitsAnything(spec: Limiting): boolean {
  return limitsRequests(spec) || spec.maxBudget !== undefined;
}

function limitsRequests(spec: Limiting): boolean {
  return limitsModels(spec) || spec.rpmLimit !== undefined || spec.tpmLimit !== undefined;
}

const ALL_MODELS = ['*'];

/** The team's list of models with its pace. One that has a pace alone allows all models. */
function modelsAndPace(object: SourceObject, spec: TeamSpec): SectionFragment[] {
  const { allowedModels = [], rpmLimit, tpmLimit } = spec;
  if (!limitsRequests(spec)) return [];
  const list = allowedModels.length > 0 ? allowedModels : ALL_MODELS;
  const [models] = fragmentOfAllowedModels('team_models', object, list);
  if (!models) return [];
  return [{ ...models, fragment: { ...models.fragment, rpmLimit, tpmLimit } }];
}

function decideTeam(
  object: SourceObject,
  spec: TeamSpec,
  { organizationUid, missing, free }: Gathered,
): KindVerdict {
  const guards = limitsAnything(spec);
  const fragment: TeamFragment = {
    source: sourceOf(object),
    id: object.name,
    displayName: spec.displayName,
    slug: spec.slug,
    organization: spec.organizationId,
    organizationUid,
    businessUnit: spec.businessUnitId,
    members: toMembers(spec.members),
  };
  const fragments: SectionFragment[] = [
    ...modelsAndPace(object, spec),
    { section: 'teams', fragment },
    ...maxBudgetFragments(object, spec, {
      scope: 'team',
      organization: spec.organizationId,
      displayName: spec.displayName,
    }),
  ];
  const verdict =
    missing.length > 0
      ? notAccepted('ReferenceNotFound', missing.join('; '), fragments)
      : accepted(fragments);
  return { ...verdict, guards, unenforced: free };
}
