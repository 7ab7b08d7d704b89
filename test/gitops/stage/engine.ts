import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { EngineName } from '../programs/programs.ts';

const EXAMPLES = join(import.meta.dirname, '../../../examples/gitops');
export const ARGOCD_SETTINGS = join(EXAMPLES, 'argocd/argocd-cm.yaml');
export const ARGOCD_APPLICATION = join(EXAMPLES, 'argocd/application.yaml');
export const FLUX_KUSTOMIZATION = join(EXAMPLES, 'flux/objects.yaml');

export interface EngineOptions {
  readonly program: string;
  readonly kubeconfig: string;
  readonly namespace: string;
  /** The folder of manifests. */
  readonly manifests: string;
  /** What the engine is told of these manifests: an Application or a Kustomization. */
  readonly settings: string;
  /** Where the engine may write. */
  readonly folder: string;
}

/** What became of one object: `Model/quickstart-fast`. */
const verdict = z.object({ object: z.string(), status: z.string(), message: z.string() });
export type Verdict = z.output<typeof verdict>;

const change = z.object({ object: z.string(), action: z.string() });
const changes = z
  .array(change)
  .nullish()
  .transform((list) => list ?? []);
export type Change = z.output<typeof change>;

export interface Synced {
  readonly changes: readonly Change[];
  readonly isHealthy: boolean;
  readonly objects: readonly Verdict[];
}

/** A GitOps tool, as far as it is asked here. Each call is a process of its own. */
export interface Engine {
  readonly name: EngineName;
  /** Its words. */
  readonly words: { readonly healthy: string; readonly failed: string; readonly pruned: string };
  /** Applies, prunes and waits until all is healthy, something failed or 30 s are over. */
  sync(): Promise<Synced>;
  /** The objects that differ from the manifests. */
  drift(): Promise<readonly Change[]>;
}

const argocdSynced = z.object({ changes, health: z.string(), objects: z.array(verdict) });
const fluxSynced = z.object({ changes, failure: z.string(), objects: z.array(verdict) });

/** Argo CD's engine with our health script. */
export function argocd(options: EngineOptions): Engine {
  const { program } = options;
  const args = [
    ...commonArguments(options),
    ...['-application', options.settings, '-settings', ARGOCD_SETTINGS],
  ];
  return {
    name: 'argocd',
    words: { healthy: 'Healthy', failed: 'Degraded', pruned: 'Pruned' },
    sync: async () => {
      const answer = await runJson({ program, args: ['sync', ...args], answer: argocdSynced });
      return { ...answer, isHealthy: answer.health === 'Healthy' };
    },
    drift: async () => await runJson({ program, args: ['drift', ...args], answer: changes }),
  };
}

/** Flux's engine with our health checks. */
export function flux(options: EngineOptions): Engine {
  const { program, folder } = options;
  const args = [
    ...commonArguments(options),
    ...['-kustomization', options.settings, '-inventory', join(folder, 'inventory.json')],
  ];
  return {
    name: 'flux',
    words: { healthy: 'Current', failed: 'Failed', pruned: 'deleted' },
    sync: async () => {
      const answer = await runJson({ program, args: ['sync', ...args], answer: fluxSynced });
      return { ...answer, isHealthy: answer.failure === '' };
    },
    drift: async () => await runJson({ program, args: ['drift', ...args], answer: changes }),
  };
}

const commonArguments = ({ kubeconfig, namespace, manifests }: EngineOptions): string[] => [
  ...['-kubeconfig', kubeconfig, '-namespace', namespace],
  ...['-manifests', manifests],
];

export interface JsonCall<T> {
  readonly program: string;
  readonly args: readonly string[];
  /** Written to its standard input as JSON. */
  readonly input?: unknown;
  /** What it answers on its standard output. */
  readonly answer: z.ZodType<T>;
}

/** Runs a program that answers in JSON. Throws with what it complains of where it fails. */
export async function runJson<T>({ program, args, input, answer }: JsonCall<T>): Promise<T> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  child.stdin.end(input === undefined ? '' : JSON.stringify(input));
  const [said, complaint, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    ended,
  ]);
  if (code !== 0) throw new Error(`${program} ${args[0] ?? ''}: ${complaint.trim()}`);
  return answer.parse(JSON.parse(said));
}
