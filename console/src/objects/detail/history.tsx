import { AuditList } from '../../audit/audit-list.tsx';
import type { PartProps } from './object-tabs.tsx';

/** Who changed an object, when, and what of it. */
export const History = ({ definition, versioned: { object } }: PartProps) => (
  <AuditList
    query={{ resource_type: definition.resource.type, resource_id: object.id }}
    isTimed={false}
  />
);
