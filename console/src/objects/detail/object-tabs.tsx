import type { ComponentType } from 'react';
import type { Versioned } from '../../api/versioned.ts';
import type { ApiObject, ObjectDefinition } from '../object-definition.ts';
import { Conditions } from './conditions.tsx';
import { EditPart } from './edit-part.tsx';
import { History } from './history.tsx';
import { Overview } from './overview.tsx';
import { YamlPart } from './yaml-part.tsx';

/** What each part of an object's page is given. */
export interface PartProps {
  readonly definition: ObjectDefinition;
  readonly versioned: Versioned<ApiObject>;
}

/** A part of an object's page, which a tab opens. */
export interface Part {
  readonly id: string;
  readonly title: string;
  readonly permission?: string | undefined;
  readonly Content: ComponentType<PartProps>;
}

/** The parts of a kind's pages, in order. */
export function tabsOf({ resource, tabs = [], isReadOnly }: ObjectDefinition): Part[] {
  return [
    { id: 'overview', title: 'Overview', Content: Overview },
    ...(isReadOnly === true
      ? []
      : [
          {
            ...{ id: 'edit', title: 'Edit', Content: EditPart },
            permission: `${resource.permission}:write`,
          },
        ]),
    ...tabs.map(({ Content, ...tab }) => ({
      ...tab,
      Content: ({ versioned }: PartProps) => <Content object={versioned.object} />,
    })),
    { id: 'yaml', title: 'YAML', Content: YamlPart },
    { id: 'conditions', title: 'Conditions', Content: Conditions },
    { id: 'history', title: 'History', permission: 'audit_logs:read', Content: History },
  ];
}
