import { VERSIONS, type Product } from './versions.ts';

/** A program that the tests start, and how it is had. */
export interface Program {
  readonly product: Product;
  /** The Go package that it is built from. */
  readonly goPackage: string;
  /** setup-envtest's archives hold it. */
  readonly inEnvtest?: boolean;
  /** What the machine has on its PATH is good enough, whatever its version. */
  readonly fromPath?: boolean;
}

const kubernetes = (name: string, more: Partial<Program> = {}): Program => ({
  product: 'kubernetes',
  goPackage: `k8s.io/kubernetes/cmd/${name}`,
  ...more,
});

export const PROGRAMS = {
  'kube-apiserver': kubernetes('kube-apiserver', { inEnvtest: true }),
  'kube-controller-manager': kubernetes('kube-controller-manager'),
  'kube-scheduler': kubernetes('kube-scheduler'),
  'kube-proxy': kubernetes('kube-proxy'),
  kubelet: kubernetes('kubelet'),
  kubectl: kubernetes('kubectl', { inEnvtest: true, fromPath: true }),
  etcd: {
    product: 'etcd',
    goPackage: 'go.etcd.io/etcd/server/v3',
    inEnvtest: true,
    fromPath: true,
  },
  helm: { product: 'helm', goPackage: 'helm.sh/helm/v3/cmd/helm' },
  kubeconform: {
    product: 'kubeconform',
    goPackage: 'github.com/yannh/kubeconform/cmd/kubeconform',
  },
} as const satisfies Record<string, Program>;

export type ProgramName = keyof typeof PROGRAMS;

/** A program by its name. */
export const programNamed = (name: ProgramName): Program => PROGRAMS[name];

/** Whether `name` is a program that can be had here. */
export const isProgramName = (name: string): name is ProgramName => Object.hasOwn(PROGRAMS, name);

/** The version that a program is built in. */
export const versionOf = (name: ProgramName): string => VERSIONS[PROGRAMS[name].product];
