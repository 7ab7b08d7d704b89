import { promptTemplate } from '@aicp/crds/prompt-template';
import { team } from '@aicp/crds/team';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  change,
  contextOf,
  problem,
  resourceFixture,
  somebody,
  type ResourceFixture,
} from './testing/resource-fixture.ts';

const root = contextOf(somebody('platform_admin'));
const orgAdmin = contextOf(somebody('org_admin'));

describe('a slug', () => {
  let aicp: ResourceFixture;
  beforeEach(async () => {
    aicp = await resourceFixture();
    await aicp.put('Organization', 'acme', {});
    await aicp.put('PromptTemplate', 'prompts-reply', { templateText: 'a', slug: 'reply' });
  });
  afterEach(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  const prompts = () => aicp.services(promptTemplate);
  const TAKEN = {
    status: 409,
    message:
      '"reply" is already the id or slug of the prompt "prompts-reply": choose another slug, or change that one.',
  };

  it.each([
    { name: 'Hello', slug: 'reply', template_text: 'x' },
    { name: 'Reply', template_text: 'x' },
  ])('is refused to a new object where the platform has it already: $name', async (body) => {
    expect(await problem(prompts().create(root, body))).toMatchObject(TAKEN);
    expect(aicp.peek('PromptTemplate', 'reply')).toBeUndefined();
  });

  it('is no name of a new object either', async () => {
    const context = { ...root, newName: 'reply' };
    const body = { name: 'Hello', slug: 'hello', template_text: 'x' };
    expect(await problem(prompts().create(context, body))).toMatchObject(TAKEN);
  });

  it('is refused to an object that there is, and so is the id of another one', async () => {
    await prompts().create(root, { name: 'Hello', template_text: 'x' });
    const changed = (slug: string) => change(prompts(), root, 'hello', { slug });
    expect(await problem(changed('reply'))).toMatchObject(TAKEN);
    expect(await problem(changed('prompts-reply'))).toMatchObject({ status: 409 });
    expect((await changed('greeting')).spec['slug']).toBe('greeting');
  });

  it('may be had by each organization, and stays with who has it', async () => {
    const body = { name: 'Mine', slug: 'reply', template_text: 'x' };
    const mine = await prompts().create(orgAdmin, body);
    expect(mine.metadata.name).toBe('reply');
    const changed = await change(prompts(), orgAdmin, 'reply', { slug: 'reply', name: 'Ours' });
    expect(changed.spec['displayName']).toBe('Ours');
  });

  it('that two have already keeps neither from being changed', async () => {
    await aicp.put('PromptTemplate', 'twin', { templateText: 'a', slug: 'reply' });
    const changed = await change(prompts(), root, 'twin', { description: 'the other one' });
    expect(changed.spec['description']).toBe('the other one');
  });

  it('is held for teams as well', async () => {
    await aicp.put('Team', 'acme-ml', { organizationId: 'acme', slug: 'ml' });
    const made = aicp.services(team).create(orgAdmin, { name: 'ML' });
    expect(await problem(made)).toMatchObject({ status: 409 });
  });
});
