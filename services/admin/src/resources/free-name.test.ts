import { hash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '../access/principal.ts';
import { models } from '../models/collection.ts';
import { teams } from '../teams/collection.ts';
import {
  contextOf,
  resourceFixture,
  somebody,
  type ResourceFixture,
} from './testing/resource-fixture.ts';

const of = (organizationId: string, role: Role = 'org_admin') =>
  contextOf(somebody(role, { organizationId }));
const acme = of('acme');
const rival = of('rival');
const root = contextOf(somebody('platform_admin'));
const status = async (work: Promise<unknown>) => {
  await expect(work).rejects.toMatchObject({ status: 409 });
};

describe('the name of a new object', () => {
  let aicp: ResourceFixture;
  beforeEach(async () => {
    aicp = await resourceFixture();
    await aicp.put('Organization', 'acme', { slug: 'acme' });
    await aicp.put('Organization', 'rival', { slug: 'rival' });
  });
  afterEach(async () => {
    await aicp[Symbol.asyncDispose]();
  });
  const model = { id: 'rv', provider: 'x' };
  const service = () => aicp.services(models(aicp.store));

  it('that another organization has is told apart, and each finds its own by the id it asked for', async () => {
    const theirs = await service().create(rival, model);
    const ours = await service().create(acme, model);
    expect(theirs.metadata.name).toBe('rv');
    expect(ours.metadata.name).toMatch(/^rv-[0-9a-f]{6}$/);
    expect((await service().get(acme, 'rv')).metadata.uid).toBe(ours.metadata.uid);
    expect((await service().get(rival, 'rv')).metadata.uid).toBe(theirs.metadata.uid);
    await status(service().create(acme, model));
    await status(service().create(rival, model));
  });

  it('stays a clash after the other organization has let go of it', async () => {
    const theirs = await service().create(rival, model);
    await service().create(acme, model);
    await service().remove(rival, theirs);
    await status(service().create(acme, model));
    expect((await service().create(rival, model)).metadata.name).toBe('rv');
  });

  it('cannot be kept from the platform, whose object is meant by its id from then on', async () => {
    await service().create(rival, { id: 'gpt-4o', provider: 'x' });
    const made = await service().create(root, { id: 'gpt-4o', provider: 'x' });
    expect(made.metadata.name).toMatch(/^gpt-4o-[0-9a-f]{6}$/);
    expect((await service().get(root, 'gpt-4o')).metadata.uid).toBe(made.metadata.uid);
    expect((await service().get(acme, 'gpt-4o')).metadata.uid).toBe(made.metadata.uid);
    await status(service().create(root, { id: 'gpt-4o', provider: 'x' }));
  });

  it('cannot be taken in advance under the longer name that it gets', async () => {
    const guessed = `rv-${hash('sha256', 'acme').slice(0, 6)}`;
    await service().create(rival, { id: 'rv', provider: 'x' });
    const first = await service().create(acme, { id: 'rv', provider: 'x' });
    await service().remove(acme, first);
    await service().create(rival, { id: guessed, provider: 'x' });
    // Even one who sees the longer name once, and takes it, keeps nobody from the next one.
    await service().create(rival, { id: first.metadata.name, provider: 'x' });
    const second = await service().create(acme, { id: 'rv', provider: 'x' });
    expect(second.metadata.name).toMatch(/^rv-[0-9a-f]{6}$/);
    expect([guessed, first.metadata.name]).not.toContain(second.metadata.name);
    await status(service().create(acme, { id: 'rv', provider: 'x' }));
  });

  it('of the platform is found even where every longer name that can be guessed is taken', async () => {
    const id = 'gpt-4o';
    await service().create(rival, { id, provider: 'x' });
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const guessed = hash('sha256', ` ${attempt}`).slice(0, 6);
      await service().create(rival, { id: `${id}-${guessed}`, provider: 'x' });
    }
    const made = await service().create(root, { id, provider: 'x' });
    expect((await service().get(root, id)).metadata.uid).toBe(made.metadata.uid);
  });

  it('clashes with what one sees of the platform’s', async () => {
    await service().create(root, model);
    await status(service().create(acme, model));
  });

  it('is also the slug of a team that had to be called otherwise', async () => {
    const service = aicp.services(teams);
    await service.create(rival, { name: 'Data' });
    const ours = await service.create(acme, { name: 'Data' });
    expect(ours.metadata.name).toMatch(/^data-[0-9a-f]{6}$/);
    expect((await service.get(acme, 'data')).metadata.uid).toBe(ours.metadata.uid);
    expect((await aicp.services(teams).get(root, 'data')).metadata.name).toBe('data');
  });
});
