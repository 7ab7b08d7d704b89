/** An object as the Kubernetes API answers it. */
export interface ObservedObject {
  readonly metadata: {
    readonly name: string;
    readonly uid?: string | undefined;
    readonly resourceVersion?: string | undefined;
    readonly generation?: number | undefined;
    readonly labels?: Readonly<Record<string, string>> | undefined;
    readonly annotations?: Readonly<Record<string, string>> | undefined;
    readonly managedFields?: unknown;
  };
  readonly spec?: unknown;
  readonly status?: unknown;
}
