import type { License } from '../../../api/license/use-license.ts';

/** What a license unlocks, in words. */
export function featureTexts(features: License['features']): readonly string[] {
  if (!('max_admins' in features)) return ['Nothing'];
  const { max_admins, mcp_servers, workflows, sso, audit_retention_days } = features;
  return [
    max_admins < 0 ? 'Any number of administrators' : `Up to ${max_admins} administrators`,
    ...(mcp_servers ? ['MCP servers'] : []),
    ...(workflows ? ['Workflows'] : []),
    ...(sso ? ['Single sign-on'] : []),
    `Audit entries for ${audit_retention_days} days`,
  ];
}
