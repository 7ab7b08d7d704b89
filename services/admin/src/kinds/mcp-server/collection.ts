import { Problem } from '@aicp/common/errors/problem';
import { mcpServer } from '@aicp/crds/mcp-server';
import { collectionOf, type Collection } from '../../resources/collection.ts';

/** MCPServers. One of type stdio is a command that runs on a machine of the installation: only the platform's administrators say which. */
export const mcpServerCollection = (): Collection =>
  collectionOf(mcpServer, {
    authorize: ({ principal, spec, before }) => {
      const isCommand = spec['serverType'] === 'stdio' || before?.spec['serverType'] === 'stdio';
      if (!isCommand || principal.role === 'platform_admin') return;
      throw new Problem(
        403,
        'A server of type stdio runs a command beside the platform: ask a platform administrator, or send a server_type that has a url.',
      );
    },
  });
