import { BUILT_IN_DETECTORS } from '@aicp/contracts/guardrails/terms/guardrail-terms';
import { detector } from '@aicp/crds/detector';
import { expect, it } from 'vitest';
import { contextOf, resourceFixture, somebody } from '../../resources/testing/resource-fixture.ts';
import { detectorRoutes } from './routes.ts';

/** Short texts are not given to the thread. */
const unasked = { scan: () => expect.unreachable() };

const CARD = '4111 1111 1111 1111';

it('a text is looked at with detectors of ours and with those that the caller may read', async () => {
  await using aicp = await resourceFixture();
  const words = (organizationId?: string) => ({
    detectorType: 'keyword',
    config: { patterns: [{ pattern: 'bluebird', label: 'PROJECT', action: 'block' }] },
    ...(organizationId === undefined ? {} : { organizationId }),
  });
  await aicp.put('Detector', 'projects', words('acme'));
  await aicp.put('Detector', 'theirs', words('rival'));
  const broken = { detectorType: 'regex', config: { patterns: [{ pattern: '(' }] } };
  await aicp.put('Detector', 'broken', { ...broken, organizationId: 'acme' });
  const [route] = detectorRoutes(aicp.services(detector), unasked);
  const scan = async (text: string, detectors: readonly string[]) =>
    (await route!.handler(contextOf(somebody('org_admin'), { body: { text, detectors } }))).body;

  expect(await scan(`Pay with ${CARD}, bluebird!`, ['pii', 'projects'])).toMatchObject({
    findings: [
      { label: 'CREDIT_CARD', start: 9, end: 28, action: 'redact', detector: 'pii' },
      { label: 'PROJECT', start: 30, end: 38, score: 1, action: 'block', detector: 'projects' },
    ],
    redacted_text: 'Pay with <CREDIT_CARD_1>, bluebird!',
    action: 'block',
  });
  expect(await scan('Nothing to see.', ['all'])).toEqual({
    findings: [],
    redacted_text: 'Nothing to see.',
    action: null,
  });
  await expect(scan('bluebird', ['theirs'])).rejects.toMatchObject({ status: 404 });
  await aicp.put('Detector', 'shared', words());
  expect(await scan('bluebird', ['shared'])).toMatchObject({ action: 'block' });
  await aicp.put('Detector', 'worn', broken);
  await expect(scan('bluebird', ['worn'])).rejects.toMatchObject({
    ...{ status: 409, message: 'Detector "worn" cannot be used: see its conditions.' },
  });
  await expect(scan('bluebird', ['none'])).rejects.toMatchObject({ status: 404 });
  await expect(scan('bluebird', ['broken'])).rejects.toMatchObject({ status: 409 });
});

it('no detector is made under a name of ours, and what is said says what to do', async () => {
  await using aicp = await resourceFixture();
  const service = aicp.services(detector);
  const root = contextOf(somebody('platform_admin'));
  const make = (name: string) => service.create(root, { name, detector_type: 'secrets' });
  expect(detector.reserved?.names).toEqual([...BUILT_IN_DETECTORS, 'all']);
  for (const name of ['PII', 'secrets', 'Injection!', 'all']) {
    await expect(make(name), name).rejects.toMatchObject({
      status: 422,
      errors: [{ path: 'name', message: expect.stringContaining('choose another') as string }],
    });
  }
  expect((await make('PII of staff')).metadata.name).toBe('pii-of-staff');
});
