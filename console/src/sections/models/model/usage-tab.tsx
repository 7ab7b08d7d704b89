import type { ApiObject } from '../../../api/api-object.ts';
import { GroupUsageTab } from '../usage/group-usage-tab.tsx';

/** What a model was asked. */
export const UsageTab = ({ object }: { readonly object: ApiObject }) => (
  <GroupUsageTab by="model" id={object.id} />
);
