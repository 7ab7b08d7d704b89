import { ObjectListPage } from '../../../objects/list/object-list-page.tsx';
import { useUnitDefinition } from './use-unit-definition.ts';

/** The business units of an organization. */
export function Page() {
  return <ObjectListPage definition={useUnitDefinition()} />;
}
