import type { ControlPlaneSpec } from '@aicp/crds/control-plane';
import { viewsOf, type ViewOf, type Views } from '../kit/lookup.ts';
import type { ViewedKind } from '../kit/operator-kind.ts';

/** What the settings say to other kinds. */
type Switches = Pick<
  ControlPlaneSpec['features'],
  'costTracking' | 'budgetEnforcement' | 'guardrails'
> &
  Pick<ControlPlaneSpec, 'environment'>;

const settings = viewsOf('ControlPlane') as ViewOf<Switches>;

export const switchesView: ViewedKind<ControlPlaneSpec> = {
  keyOf: ({ name }, spec) => spec && name,
  of: ({ spec }): Switches | undefined =>
    spec && { ...spec.features, environment: spec.environment },
};

/** Where this installation stands; undefined where the settings do not say it. */
export const environmentOf = (views: Views): string | undefined =>
  settings(views, 'default')?.environment;

/** Why nothing is counted that requests cost; undefined where it is. */
export const whyUncounted = (views: Views): string | undefined =>
  settings(views, 'default')?.costTracking === false
    ? 'nothing is known of what requests cost: features.costTracking of the ControlPlane is off'
    : undefined;

/** Why no request is refused for what it costs; undefined where they are. */
export const whyUnblocked = (views: Views): string | undefined =>
  settings(views, 'default')?.budgetEnforcement === false
    ? 'spend is reported, and no request is refused for it: features.budgetEnforcement of the ControlPlane is off'
    : undefined;

/** Why no request is looked at; undefined where they are. */
export const whyUnguarded = (views: Views): string | undefined =>
  settings(views, 'default')?.guardrails === false
    ? 'no request is looked at: features.guardrails of the ControlPlane is off'
    : undefined;
