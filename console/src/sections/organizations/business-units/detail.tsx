import { ObjectPage } from '../../../objects/detail/object-page.tsx';
import { useUnitDefinition } from './use-unit-definition.ts';

/** A business unit of an organization. */
export function Page() {
  return <ObjectPage definition={useUnitDefinition()} />;
}
