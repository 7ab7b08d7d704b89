import { expect, it } from 'vitest';
import { bodyOf, EMPTY_DRAFT, holdersOf, isComplete } from './request-draft.ts';

it('asks for oneself with the tier alone', () => {
  const draft = { ...EMPTY_DRAFT, tier: 'premium' };
  expect(isComplete(draft)).toBe(true);
  expect(bodyOf(draft, 'acme')).toEqual({ tier_id: 'premium' });
});

it('names the team, the reason and the days', () => {
  const draft = {
    ...EMPTY_DRAFT,
    ...({ tier: 'premium', holder: 'team', holderId: 'ml' } as const),
    ...{ justification: ' Evaluation ', days: 30 },
  };
  expect(bodyOf(draft, 'acme')).toEqual({
    ...{ tier_id: 'premium', team_id: 'ml', justification: 'Evaluation', duration_days: 30 },
  });
});

it('names the organization of a person', () => {
  const draft = { ...EMPTY_DRAFT, tier: 'premium', holder: 'user', holderId: 'ada' } as const;
  const asked = { tier_id: 'premium', user_id: 'ada' };
  expect(bodyOf(draft, 'acme')).toEqual({ ...asked, organization_id: 'acme' });
  expect(bodyOf(draft, '')).toEqual(asked);
});

it('is not complete without a tier, nor without the one it is for', () => {
  expect(isComplete(EMPTY_DRAFT)).toBe(false);
  expect(isComplete({ ...EMPTY_DRAFT, tier: 'premium', holder: 'key' })).toBe(false);
});

it('knows whose lists hold for whom access is asked', () => {
  const user = { team_ids: ['ml'], organization_id: 'acme' };
  const of = (holder: 'me' | 'team' | 'key' | 'user', team_ids = user.team_ids) =>
    holdersOf({ holder, holderId: 'x' }, { ...user, team_ids });
  expect(of('me')).toEqual({ team: 'ml', organization: 'acme' });
  expect(of('me', ['ml', 'web'])).toEqual({ organization: 'acme' });
  expect(of('team')).toEqual({ team: 'x', organization: 'acme' });
  expect(of('key')).toEqual({ apiKey: 'x', organization: 'acme' });
  expect(of('user')).toEqual({ organization: 'acme' });
});
