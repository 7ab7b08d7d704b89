import type { ApiObject } from '../../api/api-object.ts';
import { useUser } from '../../api/runtime.tsx';
import type { RecordColumn } from '../../records/kit/record-list-props.ts';
import { looksForText } from './looks-for.ts';

/** What guardrails look for, in one column. */
export const looksForColumn: RecordColumn<ApiObject> = {
  ...{ field: 'looks_for', title: 'Looks for', isComputed: true },
  cell: (guardrail) => <LooksFor guardrail={guardrail} />,
};

function LooksFor({ guardrail }: { readonly guardrail: ApiObject }) {
  const { organization_id: own } = useUser();
  const isPlatforms = (guardrail['organization_id'] ?? null) === null;
  return looksForText(guardrail, own !== null && isPlatforms);
}
