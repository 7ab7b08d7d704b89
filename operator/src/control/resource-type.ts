import type { ResourceType } from '@aicp/common/kubernetes/objects';
import { GROUP, VERSION, type KindDefinition } from '@aicp/crds/kit/kind';

/** A kind of ours as a resource of the API. */
export const resourceTypeOf = ({ plural, kind }: KindDefinition): ResourceType => ({
  group: GROUP,
  version: VERSION,
  plural,
  kind,
});
