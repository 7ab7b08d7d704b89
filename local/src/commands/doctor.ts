import { existsSync } from 'node:fs';
import { KubernetesError } from '@aicp/common/kubernetes/errors';
import {
  DATA_DIRECTORY,
  dataDirectory,
  UserError,
  type Command,
  type OptionValues,
  type Terminal,
} from '../cli/command.ts';
import { ADMIN, adminOf, type AdminClient } from '../client/admin-client.ts';
import { connect, NamespaceClient } from '../client/namespace-client.ts';
import { probeGateway } from '../client/probe.ts';
import { dataPaths } from '../data/paths.ts';
import { portsFor } from '../data/ports.ts';
import { currentState } from '../data/state.ts';
import { examine, patientsIn } from '../doctor/examine.ts';
import { findingsOn, lineOf, notesOn, type Finding } from '../doctor/findings.ts';
import { serviceFindings } from '../doctor/services.ts';

export const doctor: Command = {
  name: 'doctor',
  summary: 'Say what is wrong with providers, and what to do. Exit code 1 if anything is.',
  usage: 'doctor [--provider NAME] [--data-dir DIR | --kubeconfig FILE --admin URL]',
  options: {
    ...DATA_DIRECTORY.option,
    ...ADMIN.option,
    provider: { type: 'string' },
    kubeconfig: { type: 'string' },
  },
  help: [
    ['--provider NAME', 'that one alone; every one that is switched on otherwise'],
    ['--kubeconfig FILE', 'of a cluster, with a server, its CA and a token'],
    ADMIN.help,
    DATA_DIRECTORY.help,
  ],
  async run(options, _positionals, terminal) {
    const found = [...(await servicesOf(options))];
    const { admin, why } = adminOrWhy(options, terminal);
    if (why !== undefined) found.push({ about: 'admin', text: why });
    const { provider: wanted } = options;
    const client = clientOf(options);
    try {
      const name = typeof wanted === 'string' ? wanted : undefined;
      const { providers, models } = await patientsIn(client, name);
      for (const provider of providers) {
        const seen = await examine(provider, { models, admin });
        for (const note of notesOn(seen)) terminal.err(`note: ${lineOf(note)}\n`);
        found.push(...findingsOn(seen));
      }
      return report(found, providers.length, terminal);
    } catch (error) {
      // What was found before is worth more than what was not.
      for (const finding of found) terminal.out(`${lineOf(finding)}\n`);
      if (error instanceof KubernetesError) throw new UserError(error.message);
      throw error;
    } finally {
      await client.close();
    }
  },
};

function report(found: readonly Finding[], providers: number, { out }: Terminal): number {
  for (const finding of found) out(`${lineOf(finding)}\n`);
  if (found.length > 0) return 1;
  out(`nothing is wrong with ${providers === 1 ? '1 provider' : `${providers} providers`}\n`);
  return 0;
}

/** Without an admin service, what the objects say is still looked at. */
function adminOrWhy(
  options: OptionValues,
  terminal: Terminal,
): { readonly admin?: AdminClient; readonly why?: string } {
  try {
    return { admin: adminOf(options, terminal) };
  } catch (error) {
    if (!(error instanceof UserError) || options['admin'] !== undefined) throw error;
    return { why: `${error.message}; no provider could be tested` };
  }
}

/** A cluster's pods are looked at with kubectl. */
async function servicesOf(options: OptionValues): Promise<readonly Finding[]> {
  if (options['kubeconfig'] !== undefined) return [];
  const paths = dataPaths(dataDirectory(options));
  const state = currentState(paths);
  const gateway = state && (await probeGateway(portsFor(state.portOffset).gateway));
  return serviceFindings(state, { root: paths.root, isGatewayReady: gateway?.ready ?? false });
}

function clientOf(options: OptionValues): NamespaceClient {
  const { kubeconfig } = options;
  if (typeof kubeconfig !== 'string') return connect(dataDirectory(options));
  if (!existsSync(kubeconfig)) throw new UserError(`there is no file ${kubeconfig}`);
  return NamespaceClient.fromKubeconfig(kubeconfig);
}
