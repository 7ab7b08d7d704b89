import type { ModelDeprecationSpec } from '@aicp/crds/model-deprecation';
import { maySee, viewsOf, type ViewOf, type Views } from '../kit/lookup.ts';
import type { Seen, ViewedKind } from '../kit/operator-kind.ts';

/** An announced end as whoever names the model sees it. */
interface DeprecationView {
  readonly organization: string | undefined;
}

/** Of ends after which requests go to another model by themselves, so that the name is served though its model has gone. */
export const deprecationView: ViewedKind<ModelDeprecationSpec> = {
  isList: true,
  keyOf: (_object, spec) =>
    spec?.autoReroute === true && spec.replacementModel !== undefined ? spec.modelName : undefined,
  of: ({ owner }: Seen<ModelDeprecationSpec>): DeprecationView | undefined =>
    owner && !owner.problem ? { organization: owner.organization } : undefined,
};

const announced = viewsOf('ModelDeprecation') as ViewOf<readonly DeprecationView[]>;

/** Whether requests of an organization by this name go to another model where its own has gone. */
export const goesOnAs = (views: Views, name: string, organization: string | undefined): boolean =>
  (announced(views, name) ?? []).some((one) => maySee(organization, one.organization));
