import { countColumn, organizationColumn } from '../../objects/kit/columns.tsx';
import type { ObjectDefinition } from '../../objects/kit/object-definition.ts';
import { RESOURCES } from '../../resources/resource-table.ts';

export const definition: ObjectDefinition = {
  resource: RESOURCES.priceCatalog,
  purpose:
    'A price catalog holds prices that you agreed on: discounts of a provider, and prices of models.',
  columns: [countColumn('priority'), organizationColumn],
  filters: [],
  groups: [
    { title: 'Catalog', fields: ['name', 'organization_id', 'priority'] },
    { title: 'Prices', fields: ['discounts', 'prices'] },
  ],
};
