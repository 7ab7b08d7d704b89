import { Badge } from '@mantine/core';
import { IconGitBranch } from '@tabler/icons-react';
import type { ApiObject, Owner } from '../../api/api-object.ts';

const NAMES: Readonly<Record<Owner, string>> = {
  api: 'Console or API',
  kubectl: 'kubectl',
  helm: 'Helm',
  argocd: 'Argo CD',
  flux: 'Flux',
};

/** What people call an owner. */
export const ownerName = (owner: Owner | undefined): string => NAMES[owner ?? 'api'];

/** Who owns an object; with a sign where it can be changed in Git alone. */
export function OwnerBadge({ object }: { readonly object: ApiObject }) {
  return (
    <Badge
      variant="outline"
      color="gray"
      tt="none"
      fw={500}
      leftSection={object.read_only === true ? <IconGitBranch size={12} aria-hidden /> : undefined}
    >
      {ownerName(object.managed_by)}
    </Badge>
  );
}
