import type { Api } from '../../api/api.ts';
import { objectPath } from '../../api/read/list.ts';
import { useApi } from '../../api/runtime.tsx';
import type { Rights } from '../../resources/use-rights.ts';
import type { BulkAction } from '../../records/kit/record-list-props.ts';
import { ownerName } from '../../ui/cells/owner-badge.tsx';
import type { ApiObject } from '../../api/api-object.ts';
import type { ObjectBulkAction, ObjectDefinition } from '../kit/object-definition.ts';

type Action = BulkAction<ApiObject>;

/** What is owned by Git is changed there; the service would refuse it. */
export const ownedByGit = ({ read_only, managed_by }: ApiObject): string | undefined =>
  read_only === true ? `${ownerName(managed_by)} owns them, so they are changed there` : undefined;

type Exclusion = (object: ApiObject) => string | undefined;

/** What the caller sees of the platform's, and what Git owns, is not changed here. */
const notTheirs =
  ({ change }: Rights): Exclusion =>
  (object) =>
    change(object) ? ownedByGit(object) : 'they are not yours to change';

/** A kind's own action, done by the API, and not to what may not be changed. */
function bound(action: ObjectBulkAction, api: Api, kept: Exclusion): Action {
  const { run, undo, exclusion, ...rest } = action;
  return {
    ...rest,
    exclusion: (object) => kept(object) ?? exclusion?.(object),
    run: (object) => run(object, api),
    ...(undo && { undo: (object) => undo(object, api) }),
  };
}

/** What can be done with the marked objects of a kind: deleting them, switching on and off those that can be, and what the kind itself offers. */
export function useBulkActions(definition: ObjectDefinition, rights: Rights): readonly Action[] {
  const api = useApi();
  const { resource, groups, bulkActions = [], isReadOnly } = definition;
  if (!rights.create || isReadOnly === true) return [];
  const kept = notTheirs(rights);
  const pathOf = ({ id }: ApiObject): string => objectPath(resource.collection, id);
  const countOf = (count: number): string =>
    `${count} ${count === 1 ? resource.noun : resource.nouns}`;
  const switchTo = (is_active: boolean) => (object: ApiObject) =>
    api.request(pathOf(object), { method: 'PATCH', body: { is_active } });
  const switches: readonly Action[] = [
    {
      title: 'Turn off',
      exclusion: (object) =>
        kept(object) ?? (object['is_active'] === false ? 'they are off already' : undefined),
      run: switchTo(false),
      undo: switchTo(true),
    },
    {
      title: 'Turn on',
      exclusion: (object) =>
        kept(object) ?? (object['is_active'] === false ? undefined : 'they are on already'),
      run: switchTo(true),
      undo: switchTo(false),
    },
  ];
  const canSwitch = groups.some(({ fields }) => fields.includes('is_active'));
  return [
    ...(canSwitch ? switches : []),
    ...bulkActions.map((action) => bound(action, api, kept)),
    {
      title: 'Delete',
      isDangerous: true,
      exclusion: kept,
      question: (count) =>
        `Delete ${countOf(count)}? This cannot be undone. What others depend on stays.`,
      run: (object) => api.request(pathOf(object), { method: 'DELETE' }),
    },
  ];
}
