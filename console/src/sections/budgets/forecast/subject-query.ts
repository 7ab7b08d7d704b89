import type { ListParams } from '../../../api/read/list.ts';
import type { ApiObject } from '../../../api/api-object.ts';

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** Whose spend a forecast is asked of, for a budget; undefined where none is made of such. */
export function subjectQuery(budget: ApiObject): ListParams | undefined {
  const id = textOf(budget['entity_id']);
  const organization = textOf(budget.organization_id);
  switch (budget['entity_type']) {
    case 'global':
      return organization === undefined ? {} : { organization_id: organization };
    case 'organization':
      return id === undefined ? undefined : { organization_id: id };
    case 'team':
      return id === undefined ? undefined : { team_id: id };
    default:
      return undefined;
  }
}
