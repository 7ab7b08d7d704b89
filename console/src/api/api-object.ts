/** What the operator says of an object, in Kubernetes' form. */
export interface Condition {
  /** Accepted, Programmed, Ready, Enforced, Healthy, Reconciling or Stalled. */
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
  /** What the reason means and what to do about it, in plain words; undefined where there is nothing to do. */
  readonly help?: string;
  readonly lastTransitionTime: string;
  readonly observedGeneration?: number;
}

/** Who owns an object. */
export type Owner = 'api' | 'kubectl' | 'helm' | 'argocd' | 'flux';

/** An object as the API tells it: its spec's fields in snake_case beside what the server adds. */
export interface ApiObject {
  readonly id: string;
  readonly uid?: string;
  readonly name?: string;
  readonly organization_id?: string | null;
  readonly created_at?: string;
  readonly updated_at?: string;
  readonly ready?: boolean;
  readonly managed_by?: Owner;
  /** Argo CD, Flux or Helm owns it: it is changed in Git. */
  readonly read_only?: boolean;
  readonly conditions?: readonly Condition[];
  readonly [field: string]: unknown;
}
