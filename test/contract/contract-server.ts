/** A server that the suite runs against: the embedded API, or a real kube-apiserver with our CRDs installed. */
export interface ContractServer {
  readonly url: string;
  /** PEM */
  readonly ca: string;
  /** A bearer token that may do everything. */
  readonly token: string;
  /** A kubeconfig file for the same user. */
  readonly kubeconfigPath: string;
  /** Ends the server as kill -9 would and starts it again on the same data and port. Absent: cases that need it are left out. */
  readonly restart?: () => Promise<void>;
}

export interface ContractOptions {
  /** The server; called once the tests run. */
  readonly server: () => ContractServer;
  /** Whether something empties namespaces and collects garbage (a bare kube-apiserver has no controllers). */
  readonly controllers: boolean;
  /** Whether watches can begin with `sendInitialEvents` (kube-apiserver needs etcd 3.4.25 or later for it). */
  readonly watchList: boolean;
  /** What `kubectl explain` calls a decimal: a CRD cannot name its type, so that kube-apiserver's are objects. */
  readonly decimals: 'IntOrString' | 'Object';
}
