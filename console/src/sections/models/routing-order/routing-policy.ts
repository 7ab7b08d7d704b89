import {
  activeColumn,
  activeFilter,
  choiceFilter,
  countColumn,
  numberFilter,
  organizationColumn,
} from '../../../objects/kit/columns.tsx';
import type { ObjectDefinition } from '../../../objects/kit/object-definition.ts';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { ConditionControl } from '../condition/condition-control.tsx';
import { thenColumn, whenColumn } from './policy-columns.tsx';
import { Remarks } from './remarks.tsx';
import { PolicyActions } from './policy-actions.tsx';
import { SimulateTab } from '../routing-simulation/simulate-tab.tsx';

export const definition: ObjectDefinition = {
  resource: RESOURCES.routingPolicy,
  purpose:
    'A routing policy says which requests are allowed, refused or sent elsewhere. Policies are read by priority, the highest first.',
  columns: [countColumn('priority'), whenColumn, thenColumn, activeColumn, organizationColumn],
  filters: [
    choiceFilter('action', ['permit', 'deny', 'prefer']),
    choiceFilter('policy_type', ['conditional', 'fallback', 'model_group', 'routing_strategy']),
    numberFilter('priority'),
    activeFilter,
  ],
  groups: [
    {
      title: 'Policy',
      fields: ['name', 'description', 'organization_id', 'priority', 'is_active'],
    },
    { title: 'When', fields: ['condition'] },
    { title: 'Then', fields: ['action', 'target_models'] },
    { title: 'Instead: a group, a fallback or a strategy', fields: ['policy_type', 'config'] },
  ],
  choice: {
    field: 'policy_type',
    brings: {
      '': ['condition', 'action', 'target_models'],
      fallback: ['config', 'config.model', 'config.fallbacks'],
      model_group: ['config', 'config.alias', 'config.models', 'config.weights'],
      routing_strategy: ['config', 'config.alias', 'config.strategy'],
      conditional: ['config', 'config.condition', 'config.action', 'config.target_models'],
    },
  },
  controls: { condition: ConditionControl, 'config.condition': ConditionControl },
  tabs: [
    {
      keepsText: true,
      ...{ id: 'simulate', title: 'Try a change', permission: 'routing_policies:write' },
      Content: SimulateTab,
    },
  ],
  Actions: PolicyActions,
  Summary: Remarks,
};
