import { expect, it } from 'vitest';
import { featureTexts } from './feature-texts.ts';

it('tells what a license unlocks', () => {
  const features = { max_admins: -1, mcp_servers: true, workflows: false, sso: true };
  expect(featureTexts({ ...features, audit_retention_days: 365 })).toEqual([
    ...['Any number of administrators', 'MCP servers', 'Single sign-on'],
    'Audit entries for 365 days',
  ]);
});

it('tells that without a valid license nothing is unlocked', () => {
  expect(featureTexts({})).toEqual(['Nothing']);
});
