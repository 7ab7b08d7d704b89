import { RESOURCES, resourceOfType, type Resource } from '../../../resources/resource-table.ts';

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What people call a kind of object that the API calls so: `routing_policy`. */
export const readableType = (type: string): string =>
  capital(resourceOfType(type)?.noun ?? type.replaceAll('_', ' '));

const all: readonly Resource[] = Object.values(RESOURCES);

/** The kind that Kubernetes calls so: `RoutingPolicy`. */
export const resourceOfKind = (kind: string): Resource | undefined =>
  all.find((resource) => resource.kind === kind);

/** What people call a kind of object that Kubernetes calls so. */
export const readableKind = (kind: string): string => capital(resourceOfKind(kind)?.noun ?? kind);
