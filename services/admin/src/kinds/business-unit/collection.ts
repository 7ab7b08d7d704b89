import { businessUnit } from '@aicp/crds/business-unit';
import { collectionOf, type Collection } from '../../resources/collection.ts';
import { slugOf, textOf } from '../../resources/object-name.ts';

/** Business units, which stand below their organization. */
export const businessUnitCollection = (): Collection =>
  collectionOf(businessUnit, {
    fixed: ['organizationId'],
    makeName: (spec) => {
      const own = slugOf(textOf(spec, ['slug', 'displayName']));
      return own === '' ? undefined : `${textOf(spec, ['organizationId'])}-${own}`;
    },
  });
