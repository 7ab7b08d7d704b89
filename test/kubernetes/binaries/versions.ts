/** What the tests run against. The go.mod files beside this one pin the same; a test holds them together. */
export const VERSIONS = {
  kubernetes: '1.36.2',
  etcd: '3.6.16',
  helm: '3.21.0',
  kubeconform: '0.8.0',
} as const;

/** Programs that are released together. */
export type Product = keyof typeof VERSIONS;
