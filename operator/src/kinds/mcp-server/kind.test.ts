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

  describe('of type stdio', () => {
    const stdio = (more: object = {}) =>
      server({ serverType: 'stdio', url: undefined, command: 'mcp-files', ...more });

    it('tells its command to the MCP host alone, and to gateways who may use it', () => {
      const result = compiled([
        stdio({ args: ['/data'], env: { MODE: 'read' }, allowedTeams: [] }),
      ]);
      const command = {
        id: 'tracker',
        command: 'mcp-files',
        args: ['/data'],
        env: { MODE: 'read' },
      };
      expect(fragments(result, 'mcp-commands')).toMatchObject([command]);
      expect(fragments(result, 'mcp-servers')).toMatchObject([
        { id: 'tracker', transport: 'stdio', credential: 'none' },
      ]);
      expect(JSON.stringify(fragments(result, 'mcp-servers'))).not.toContain('mcp-files');
      expect(verdictOn(result, 'tracker')).toMatchObject({
        reason: 'Accepted',
        inEffect: 'current',
        actor: {
          service: 'mcp-host',
          unless: expect.stringContaining('mcpHost.enabled') as string,
        },
      });
    });

    it('is given neither headers nor a token, and says so', () => {
      const result = compiled([stdio({ secretRef: ref })], { secrets: [token] });
      expect(fragments(result, 'mcp-credentials')).toEqual([]);
      expect(verdictOn(result, 'tracker').unenforced).toContain('neither headers nor the token');
    });

    it('is left out while it is off', () => {
      const result = compiled([stdio({ isActive: false })]);
      expect(fragments(result, 'mcp-commands')).toEqual([]);
      expect(fragments(result, 'mcp-servers')).toEqual([]);
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
