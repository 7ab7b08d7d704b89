import {
  workflowDefinition,
  type WorkflowDefinition,
} from '../../workflows/workflow-definition.ts';
import { defineSection } from './kit/section.ts';

export type WorkflowTemplateFragment = WorkflowDefinition;

export const workflowTemplates = defineSection({
  name: 'workflow-templates',
  item: workflowDefinition,
  readers: ['workflow'],
});
