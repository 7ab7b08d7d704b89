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

/** What the tests run against. The go.mod files beside this one pin the same; a test holds them together. */
export const VERSIONS = {
  kubernetes: '1.36.2',
  etcd: '3.6.16',
  helm: '3.21.0',
  kubeconform: '0.8.0',
} as const;

/** Programs that are released together. */
export type Product = keyof typeof VERSIONS;
