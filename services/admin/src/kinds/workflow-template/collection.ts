import { workflowTemplate } from '@aicp/crds/workflow-template';
import { collectionOf, type Collection } from '../../resources/collection.ts';
import { observedFields } from '../../resources/observed-fields.ts';

export const workflowTemplateCollection = (): Collection =>
  collectionOf(workflowTemplate, { additions: observedFields(workflowTemplate) });
