import type { ApiObject } from '../../../api/api-object.ts';
import { EmptyNote } from '../../../records/kit/empty-note.tsx';
import { ViolationList } from '../violations/violation-list.tsx';

/** When an SLA's targets were missed. */
export const SlaViolations = ({ object }: { readonly object: ApiObject }) => (
  <ViolationList
    sla={object.id}
    empty={<EmptyNote title="No violations">No target of this SLA was missed.</EmptyNote>}
  />
);
