import type { ReactNode } from 'react';
import type { ApiObject } from '../../../api/api-object.ts';
import type { ObjectDefinition } from '../../kit/object-definition.ts';
import { conditionText } from '../conditions/condition-texts.ts';
import { YamlTab } from '../../yaml/yaml-tab.tsx';
import { ConditionsTab } from '../conditions/conditions-tab.tsx';
import { EditTab } from '../edit/edit-tab.tsx';
import { HistoryTab } from '../history/history-tab.tsx';
import { OverviewTab } from '../overview/overview-tab.tsx';
import { RelationsTab } from '../relations/relations-tab.tsx';
import type { Relations } from '../relations/use-relations.ts';
import type { Rights } from '../../../resources/use-rights.ts';
import { RolloutTab } from '../rollout/rollout-tab.tsx';
import type { Rollout } from '../rollout/rollout-text.ts';

/** A part of an object's page. */
export interface ObjectPart {
  /** In the address: `?tab=yaml`. */
  readonly id: string;
  readonly title: string;
  readonly permission?: string | undefined;
  /** Something can be typed in it, which stays while another part is looked at. */
  readonly keepsText?: boolean;
  /** So many things in it need somebody. */
  readonly faults?: number;
  readonly content: ReactNode;
}

export interface PartsOf {
  readonly definition: ObjectDefinition;
  readonly object: ApiObject;
  /** Null where the service does not tell; undefined until it is known. */
  readonly rollout: Rollout | null | undefined;
  readonly relations: Relations | null | undefined;
  /** What the caller may do with objects of the kind. */
  readonly rights: Rights;
}

/** The parts of an object's page in their order: what it is, the kind's own parts, then what is told of every object. */
export function partsOf({ definition, object, rollout, relations, rights }: PartsOf): ObjectPart[] {
  const { tabs = [], isReadOnly } = definition;
  const parts: (ObjectPart | undefined)[] = [
    {
      id: 'overview',
      title: 'Overview',
      content: <OverviewTab definition={definition} object={object} />,
    },
    ...tabs.map(({ id, title, permission, keepsText, Content }) => ({
      ...{ id, title, permission, keepsText: keepsText === true },
      content: <Content object={object} />,
    })),
    isReadOnly !== true && rights.change(object)
      ? {
          ...{ id: 'edit', title: 'Edit', keepsText: true },
          content: <EditTab definition={definition} object={object} />,
        }
      : undefined,
    {
      ...{ id: 'yaml', title: 'YAML', keepsText: true },
      content: <YamlTab definition={definition} object={object} />,
    },
    {
      ...{ id: 'conditions', title: 'Conditions', faults: faultsOf(object) },
      content: <ConditionsTab object={object} generation={rollout?.generation} />,
    },
    rollout
      ? { id: 'rollout', title: 'Rollout', content: <RolloutTab rollout={rollout} /> }
      : undefined,
    relations
      ? { id: 'relations', title: 'Relations', content: <RelationsTab relations={relations} /> }
      : undefined,
    rights.readHistory(object)
      ? {
          ...{ id: 'history', title: 'History' },
          content: <HistoryTab definition={definition} object={object} />,
        }
      : undefined,
  ];
  return parts.filter((part) => part !== undefined);
}

const faultsOf = ({ conditions = [] }: ApiObject): number =>
  conditions.filter((condition) => conditionText(condition).tone === 'bad').length;
