import type { DeprecationFragment } from '@aicp/contracts/snapshot/fragments';
import type { ModelDeprecationSpec } from '@aicp/crds/model-deprecation';
import { accepted, refused, type Decision } from '../decision.ts';
import { sourceOf, type SourceObject } from '../source-object.ts';
import { foundIds, missingNames } from '../world.ts';
import type { ModelDeprecationGathered } from './gather.ts';

/** The announced end of a model. It stands also where the model is gone already: its requests are then told, or rerouted. */
export function decideModelDeprecation(
  object: SourceObject,
  spec: ModelDeprecationSpec,
  { model, replacement }: ModelDeprecationGathered,
): Decision {
  const dates = readDates(spec);
  if ('problem' in dates) return refused('Invalid', dates.problem);
  const [instead] = foundIds(replacement);
  const fragment: DeprecationFragment = {
    source: sourceOf(object),
    id: object.name,
    organization: spec.organizationId,
    model: spec.modelName,
    replacement: instead,
    deprecatedAt: dates.deprecationDate ?? object.created,
    sunsetAt: dates.sunsetDate,
    message: spec.message,
    autoReroute: spec.autoReroute,
  };
  const placed = [{ section: 'deprecations', fragment }];
  const problems = [
    ...missingNames('modelName', model),
    ...missingNames('replacementModel', replacement),
  ];
  if (problems.length > 0) return refused('ReferenceNotFound', problems.join('; '), placed);
  return accepted(placed);
}

interface Dates {
  readonly deprecationDate: string | undefined;
  readonly sunsetDate: string | undefined;
}

/** The first moments of both dates; a day begins at 00:00 UTC. */
function readDates(spec: ModelDeprecationSpec): Dates | { readonly problem: string } {
  for (const field of ['deprecationDate', 'sunsetDate'] as const) {
    const text = spec[field];
    if (text !== undefined && Number.isNaN(Date.parse(text))) {
      return { problem: `spec.${field}: there is no such day as "${text}": write another date` };
    }
  }
  const deprecationDate = momentOf(spec.deprecationDate);
  const sunsetDate = momentOf(spec.sunsetDate);
  if (deprecationDate !== undefined && sunsetDate !== undefined && sunsetDate < deprecationDate) {
    return { problem: 'spec.sunsetDate: it comes before deprecationDate: change one of the two' };
  }
  return { deprecationDate, sunsetDate };
}

const momentOf = (date: string | undefined): string | undefined =>
  date === undefined ? undefined : new Date(date).toISOString();
