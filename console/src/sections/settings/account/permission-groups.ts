import { fieldTitle } from '../../../ui/text/text.ts';

/** What somebody may do with one kind of thing. */
export interface PermissionGroup {
  readonly title: string;
  readonly verbs: readonly string[];
}

/** Permissions (`teams:write`) by what they are about, both by name. */
export function permissionGroups(permissions: readonly string[]): readonly PermissionGroup[] {
  const groups = new Map<string, string[]>();
  for (const permission of permissions.toSorted()) {
    const [subject = permission, verb = ''] = permission.split(':');
    groups.set(subject, [...(groups.get(subject) ?? []), verb]);
  }
  return [...groups].map(([subject, verbs]) => ({ title: fieldTitle(subject), verbs }));
}
