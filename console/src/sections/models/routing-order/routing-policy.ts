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
  onlyWith: {
    condition: { field: 'policy_type', is: [''] },
    action: { field: 'policy_type', is: [''] },
    target_models: { field: 'policy_type', is: [''] },
    config: {
      field: 'policy_type',
      is: ['fallback', 'model_group', 'routing_strategy', 'conditional'],
    },
    'config.model': { field: 'policy_type', is: ['fallback'] },
    'config.fallbacks': { field: 'policy_type', is: ['fallback'] },
    'config.alias': { field: 'policy_type', is: ['model_group', 'routing_strategy'] },
    'config.models': { field: 'policy_type', is: ['model_group'] },
    'config.weights': { field: 'policy_type', is: ['model_group'] },
    'config.strategy': { field: 'policy_type', is: ['routing_strategy'] },
    'config.condition': { field: 'policy_type', is: ['conditional'] },
    'config.action': { field: 'policy_type', is: ['conditional'] },
    'config.target_models': { field: 'policy_type', is: ['conditional'] },
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
