import { Problem } from '@aicp/common/errors/problem';
import { z } from 'zod';
import type { Route } from '@aicp/api-kit/route/route';
import { defineRoute } from '../../access/define-route.ts';
import type { LicenseKeeper } from './license-keeper.ts';
import type { LicenseObject } from './license-object.ts';
import { licenseState } from './license-state.ts';

const PATH = '/api/v1/license';
const TAG = 'License';
const answer = licenseState.meta({ id: 'LicenseState' });

const activation = z.object({
  license_key: z.string().trim().min(1).max(16_384).meta({ description: 'The license token.' }),
});

/** `GET /api/v1/license`, which everybody may, and `POST /api/v1/license/activate`. */
export const licenseRoutes = (options: {
  keeper: Pick<LicenseKeeper, 'state' | 'tryToken' | 'adopt'>;
  object: Pick<LicenseObject, 'write'>;
}): Route[] => [
  defineRoute({
    method: 'get',
    path: PATH,
    operationId: 'getLicense',
    tag: TAG,
    summary: 'The state of the license',
    description: 'Nothing is blocked or changed by it. The token itself is never answered.',
    permission: 'public',
    answers: { 200: { description: 'The state.', schema: answer } },
    handler: () => Promise.resolve({ status: 200, body: options.keeper.state }),
  }),
  defineRoute({
    method: 'post',
    path: `${PATH}/activate`,
    operationId: 'activateLicense',
    tag: TAG,
    summary: 'Put a license into force',
    description:
      'A token that does not verify is refused, and the present license stays as it is. No running request is interrupted.',
    permission: 'license:write',
    body: activation,
    bodyExample: { license_key: 'eyJhbGciOiJFZERTQSJ9.….…' },
    answers: { 200: { description: 'The new state.', schema: answer } },
    errors: [409],
    handler: async (context) => {
      const { license_key: token } = context.body;
      const { state, isVerified } = await options.keeper.tryToken(token);
      if (!isVerified) throw new Problem(422, state.error ?? 'This is no license.');
      if (context.dryRun) return { status: 200, body: state };
      await options.object.write(token, context);
      await options.keeper.adopt(token);
      return { status: 200, body: options.keeper.state };
    },
  }),
];
