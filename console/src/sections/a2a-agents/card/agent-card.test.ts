import { expect, it } from 'vitest';
import { shownCard } from './agent-card.ts';

it('reads what an agent says of itself', () => {
  const skill = { id: 'plan', name: 'Plan', description: 'Plans.', examples: ['Plan my day'] };
  const card = { name: 'Planner', version: '7', capabilities: { streaming: true } };
  expect(shownCard({ ...card, skills: [skill] })).toEqual({
    ...{ name: 'Planner', description: '', version: '7', isStreaming: true },
    skills: [skill],
  });
});

it('leaves out what is not of the right form', () => {
  expect(shownCard({ name: 7, skills: [{ name: 'Plan', examples: [1, 'Plan'] }, null] })).toEqual({
    ...{ name: '', description: '', version: '', isStreaming: false },
    skills: [
      { id: '', name: 'Plan', description: '', examples: ['Plan'] },
      { id: '', name: '', description: '', examples: [] },
    ],
  });
});
