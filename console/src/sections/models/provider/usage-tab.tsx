import type { ApiObject } from '../../../api/api-object.ts';
import { GroupUsageTab } from '../usage/group-usage-tab.tsx';

/** What went through a provider. */
export const UsageTab = ({ object }: { readonly object: ApiObject }) => (
  <GroupUsageTab by="provider" id={object.id} />
);
