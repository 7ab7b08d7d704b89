import type { KubernetesApi } from '@aicp/common/kubernetes/api';
import { mcpFaultOf } from '@aicp/common/mcp/mcp-fault';
import type { ToolList } from '@aicp/common/mcp/known-tools';
import type { McpUpstream } from '@aicp/common/mcp/mcp-upstream';
import type { ServerAddress, UpstreamWays } from '@aicp/common/mcp/upstream-ways';
import type { McpFault } from '@aicp/contracts/poll/health-report';
import { mcpServer } from '@aicp/crds/mcp-server';
import { z } from 'zod';
import { secretValueOf } from '../../resources/secret-value.ts';
import type { StoredObject } from '../../resources/stored-object.ts';

/** What servers of tools are asked with. */
export interface ServerAsking {
  readonly api: KubernetesApi;
  readonly namespace: string;
  /** Loaded where a server is asked for the first time. */
  readonly ways: () => Promise<UpstreamWays>;
}

/** The tools of a server, or a sentence on why they are not known that says what to do. */
export type Asked = ToolList | { readonly why: string };

/** Asks a server for its tools, by a connection of its own. Never rejects. */
export async function askServer(asking: ServerAsking, object: StoredObject): Promise<Asked> {
  const address = await addressOf(asking, object);
  if ('why' in address) return address;
  let upstream: McpUpstream | undefined;
  try {
    const ways = await asking.ways();
    upstream = ways.to(address);
    return await upstream.toolList();
  } catch (error) {
    return { why: 'id' in address ? whyNotHosted(error) : whyNot(error) };
  } finally {
    // The end of a connection to a server that failed may fail too, and changes nothing.
    await upstream?.close().catch(() => undefined);
  }
}

async function addressOf(
  asking: ServerAsking,
  object: StoredObject,
): Promise<ServerAddress | { readonly why: string }> {
  const read = mcpServer.spec.safeParse(object.spec);
  if (!read.success) return { why: 'Its spec cannot be read: correct what its conditions say.' };
  const { serverType, url, headers = {}, organizationId } = spec.parse(read.data);
  if (serverType === 'stdio' || url === undefined) {
    return { transport: 'stdio', id: object.metadata.name };
  }
  const token = await secretValueOf(object, asking);
  if (token === 'missing') {
    return {
      why: 'Its secret_ref names nothing that may be used: name a Secret that holds its token.',
    };
  }
  const owner = organizationId === undefined ? 'platform' : 'tenants';
  return { owner, transport: serverType, url, headers, token: token?.value };
}

const spec = z.object({
  serverType: z.enum(['stdio', 'sse', 'streamable_http']),
  url: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  organizationId: z.string().optional(),
});

/** The same of a server that the MCP host runs. */
function whyNotHosted(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.name === 'NoMcpHost') {
      return NO_HOST;
    }
  }
  const status = (error as { readonly data?: { readonly status?: unknown } }).data?.status;
  if (status === 401) {
    return 'The MCP host does not take the credential of the admin service: give both the same AICP_MCP_HOST_KEY_FILE.';
  }
  if (status === 404) return 'The MCP host does not run it yet: see its conditions.';
  return NOT_RUN;
}

const NO_HOST =
  'No MCP host runs servers of type stdio here: set mcpHost.enabled in the Helm values, or start aicp up with --mcp-host.';
const NOT_RUN =
  'Its program does not run, or does not answer as an MCP server: look at its command and args, and at the log of the MCP host (mcp_server_ended).';

const FORBIDDEN =
  'Requests are not sent to its address: name another, or have AICP_EGRESS_ALLOW (for organizations AICP_EGRESS_TENANTS_ALLOW) open the network that it is in.';
const REFUSED = 'It refuses the credential: look at the token that secret_ref names.';

/** Says no more than helps: what a server answers may hold what is meant for nobody else. */
function whyNot(error: unknown): string {
  const status = (error as { readonly data?: { readonly status?: unknown } }).data?.status;
  const fault = mcpFaultOf(error);
  if (fault === 'it answers with an HTTP error' && typeof status === 'number')
    return `It answers ${status}: look at its url.`;
  return SAYS[fault];
}

/** What the condition Reachable says as well, and what to do. */
const SAYS: Readonly<Record<McpFault, string>> = {
  'no answer in time':
    'No answer in time: see whether it runs, and whether this installation reaches it.',
  'connection refused': 'Connection refused: see whether it runs, and look at the port in its url.',
  'connection lost': 'Connection lost: see whether it runs, and look at its log.',
  'unknown name': 'Unknown name: look at the host in its url.',
  'wrong certificate':
    'Wrong certificate: look at its url, and give it a certificate that this installation trusts.',
  'its address may not be asked': FORBIDDEN,
  'it refuses the credential': REFUSED,
  'its program does not run': NOT_RUN,
  'no MCP host is set up': NO_HOST,
  'it answers with an HTTP error': 'It answers with an HTTP error: look at its url.',
  'its answer is too long': 'Its answer is too long: it may have 4 MiB.',
  'it does not answer as an MCP server':
    'It does not answer as an MCP server: look at its url and server_type.',
};
