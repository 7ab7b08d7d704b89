import type { Principal } from '@aicp/api-kit/access/principal';
import { workflowTemplate } from '@aicp/crds/workflow-template';
import { collectionOf, type Collection } from '../../resources/collection.ts';
import { observedFields } from '../../resources/observed-fields.ts';
import type { StoredObject } from '../../resources/stored-object.ts';

const { schemas, of } = observedFields(workflowTemplate);

/** Workflows. Tenants run the platform's too, and are not told how often others do. */
export const workflowTemplateCollection = (): Collection =>
  collectionOf(workflowTemplate, {
    additions: {
      schemas,
      of: (object, reader) => (countsOthers(object, reader) ? { observed: {} } : of(object)),
    },
  });

/** Whether the runs of a workflow are those of more people than its reader may know of. */
const countsOthers = ({ spec }: StoredObject, reader: Principal | undefined): boolean =>
  reader !== undefined && reader.role !== 'platform_admin' && spec['organizationId'] === undefined;
