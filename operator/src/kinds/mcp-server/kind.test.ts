import { describe, expect, it } from 'vitest';
import { object, secret } from '../../testing/builders.ts';
import { compiled, fragments, verdictOn } from '../../testing/compiled.ts';

const server = (spec: object = {}) =>
  object('MCPServer', 'tracker', {
    serverType: 'streamable_http',
    url: 'https://tools.example.com/mcp',
    ...spec,
  });

const ref = { name: 's', key: 'k' };
const token = secret('s', { k: 'of-tracker' });

describe('an MCPServer', () => {
  it('is served by the gateway, with its token in a section of its own', () => {
    const result = compiled([server({ secretRef: ref, allowedTools: ['search'] })], {
      secrets: [token],
    });
    expect(verdictOn(result, 'tracker')).toMatchObject({ reason: 'Accepted', inEffect: 'current' });
    expect(fragments(result, 'mcp-servers')).toMatchObject([
      { id: 'tracker', credential: 'set', transport: 'streamable_http', allowedTools: ['search'] },
    ]);
    expect(fragments(result, 'mcp-credentials')).toMatchObject([
      { server: 'tracker', token: 'of-tracker' },
    ]);
    expect(JSON.stringify(fragments(result, 'mcp-servers'))).not.toContain('of-tracker');
  });

  it('is left out while it is off', () => {
    const result = compiled([server({ isActive: false })]);
    expect(fragments(result, 'mcp-servers')).toEqual([]);
    expect(verdictOn(result, 'tracker').message).toContain('inactive');
  });

  it('of type stdio is not served, and says why', () => {
    const stdio = server({ serverType: 'stdio', url: undefined, command: 'mcp-files' });
    expect(verdictOn(compiled([stdio]), 'tracker')).toMatchObject({
      reason: 'Accepted',
      inEffect: 'not_enforced',
      notEnforced: 'no service of this version runs the command of a server of type stdio',
    });
  });

  it('lets nobody in for a team or a key that does not exist', () => {
    const result = compiled([server({ allowedTeams: ['gone'], allowedKeys: ['lost'] })]);
    const { reason, message } = verdictOn(result, 'tracker');
    expect(reason).toBe('ReferenceNotFound');
    expect(message).toContain('Team "gone"');
    expect(message).toContain('APIKey "lost"');
    expect(fragments(result, 'mcp-servers')).toMatchObject([
      { allowedTeams: ['gone'], allowedKeys: ['lost'] },
    ]);
  });

  it.each([
    [{ secretRef: ref }, 'SecretNotFound', 'secretRef: Secret "s"'],
    [{ url: 'http://169.254.169.254/' }, 'Invalid', 'spec.url'],
    [{ organizationId: 'nobody' }, 'ReferenceNotFound', 'Organization "nobody"'],
  ])('%j is %s', (spec, reason, message) => {
    const verdict = verdictOn(compiled([server(spec)]), 'tracker');
    expect(verdict.reason).toBe(reason);
    expect(verdict.message).toContain(message);
  });
});
