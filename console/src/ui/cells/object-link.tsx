import { useUser } from '../../api/runtime.tsx';
import { PageLink } from '../../address/page-link.tsx';
import { pageOf, resourceAt } from '../../resources/resource-table.ts';
import { Dash } from './moment.tsx';

export interface ObjectLinkProps {
  /** Path in the API: `/api/v1/teams`. */
  readonly collection: string;
  readonly id: string | null | undefined;
  /** What is shown; undefined: the id. */
  readonly label?: string;
}

/** The way to an object's page; its id alone where the caller may not read such objects. */
export function ObjectLink({ collection, id, label }: ObjectLinkProps) {
  const { permissions } = useUser();
  if (id === null || id === undefined || id === '') return <Dash />;
  const resource = resourceAt(collection);
  const text = label ?? id;
  if (!resource || !permissions.includes(`${resource.permission}:read`)) return <span>{text}</span>;
  return <PageLink to={pageOf(resource, id)}>{text}</PageLink>;
}
