import { apiTypes } from '@aicp/crds/generate/api-types';
import { openApiDocument } from '@aicp/api-kit/openapi/document';
import { ABOUT } from '../version.ts';
import { declaredRoutes } from './declared-routes.ts';

/** Everything that is made from the admin API's routes: path (from the root of the repository) to contents. */
export async function outputs(): Promise<Map<string, string>> {
  const document = openApiDocument(declaredRoutes(), { ...ABOUT, url: '/' });
  return new Map([
    ['docs/reference/openapi.json', `${JSON.stringify(document, null, 2)}\n`],
    [
      'services/admin/src/client/generated/admin-api.ts',
      await apiTypes(document, 'the routes in services/admin/src'),
    ],
  ]);
}
