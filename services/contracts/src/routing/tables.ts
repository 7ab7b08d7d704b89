import type { AllowedModelsFragment } from '../snapshot/fragments.ts';
import { toAllowedModels } from './allowed-models.ts';
import type { Catalog } from './catalog.ts';
import type { Deprecations } from './deprecations.ts';
import type { PolicyBook } from './policies/policy-book.ts';
import type { RoutingModel } from './served.ts';
import type { RoutingSettings } from './settings.ts';
import type { ModelLimit } from './viewer.ts';
import type { SharedLimits } from './viewer-of.ts';

/** What of a snapshot decides who serves a request, indexed. */
export interface RoutingTables<M extends RoutingModel = RoutingModel> {
  /** `epoch.revision`. */
  readonly revision: string;
  readonly settings: RoutingSettings;
  /** The lists of models of teams and organizations. */
  readonly limits: SharedLimits;
  readonly catalog: Catalog<M>;
  readonly deprecations: Deprecations<M>;
  readonly policies: PolicyBook;
}

/** The lists of models of teams or organizations, by id. An organization's is set by the platform, above whatever it names itself. */
export const toLimits = (
  scope: 'team' | 'organization',
  fragments: readonly AllowedModelsFragment[],
): Map<string, ModelLimit> =>
  new Map(
    fragments.map(({ id, allowedModels }) => [
      id,
      {
        holder: `${scope} ${id}`,
        allowed: toAllowedModels(allowedModels),
        isAbove: scope === 'organization',
      },
    ]),
  );
