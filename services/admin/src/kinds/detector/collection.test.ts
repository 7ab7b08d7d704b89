import { detector } from '@aicp/crds/detector';
import { expect, it } from 'vitest';
import { toAnswer } from '../../resources/answer-object.ts';
import { manifestFor } from '../../resources/manifests/manifest-for.ts';
import { contextOf, resourceFixture, somebody } from '../../resources/testing/resource-fixture.ts';

it('tells organizations of the platform’s detectors what they find, and not by which words', async () => {
  await using aicp = await resourceFixture();
  const patterns = [
    { pattern: 'Acquisition of Initech', label: 'PROJECT', action: 'block' },
    { pattern: 'bluebird' },
  ];
  const message = 'pattern "Acquisition of Initech" is wrong';
  const status = {
    conditions: [{ type: 'Accepted', status: 'False', reason: 'Invalid', message }],
  };
  const words = { description: 'Projects.', detectorType: 'keyword', config: { patterns } };
  const platforms = { ...(await aicp.put('Detector', 'words', words)), status };
  const own = await aicp.put('Detector', 'own', { ...words, organizationId: 'acme' });
  await aicp.put('Detector', 'theirs', { ...words, organizationId: 'rival' });
  const pii = { detectorType: 'pii', config: { patterns: [{ pattern: 'CREDIT_CARD' }] } };
  const cards = await aicp.put('Detector', 'cards', pii);
  const service = aicp.services(detector);
  const { collection } = service;
  for (const role of ['org_admin', 'team_admin', 'viewer'] as const) {
    const reader = somebody(role);
    const { items } = service.list(contextOf(reader), { limit: 9 });
    expect(items.map(({ metadata }) => metadata.name)).toEqual(['cards', 'own', 'words']);
    const shown = toAnswer(collection, platforms, reader);
    expect(shown).toMatchObject({
      ...{ description: 'Projects.', detector_type: 'keyword', conditions: [] },
      config: {
        patterns: [
          { pattern: '[masked]', label: 'PROJECT', action: 'block' },
          { pattern: '[masked]' },
        ],
      },
    });
    const yaml = manifestFor(collection, platforms, { reader, withStatus: true });
    expect(JSON.stringify(shown) + yaml).not.toMatch(/initech|bluebird/i);
    expect(toAnswer(collection, own, reader)['config']).toEqual({ patterns });
    expect(toAnswer(collection, cards, reader)['config']).toEqual(pii.config);
  }
  const whole = toAnswer(collection, platforms, somebody('platform_admin'));
  expect(whole).toMatchObject({ config: { patterns }, conditions: [{ message }] });
  const listed = () => service.list(contextOf(somebody('member')), { limit: 9 });
  expect(listed).toThrow(expect.objectContaining({ status: 403 }) as Error);
});
