import type { AskForToken } from './token-request.ts';

/** Who the process is at clouds, where a provider has no Secret: what its environment says. Only providers of the platform may use it. */
export interface CloudIdentity {
  readonly aws?: AwsIdentity | undefined;
  readonly azure?: AzureIdentity | undefined;
}

/** What tokens of clouds are got with. */
export interface CloudParts {
  readonly identity: CloudIdentity;
  readonly ask: AskForToken;
  /** Of a file that is replaced now and then. */
  readonly readText: (path: string) => Promise<string>;
}

/** Workload identity of Azure, as AKS tells it to pods. */
export interface AzureIdentity {
  readonly tenantId: string;
  readonly clientId: string;
  /** Holds the token of the service account, which Entra ID takes for the identity. */
  readonly tokenFile: string;
  readonly authorityHost: string;
}

/** As AWS's own SDKs are told it. */
export interface AwsIdentity {
  /** Keys of the environment. */
  readonly keys?: AwsKeys | undefined;
  /** IAM roles for service accounts (IRSA). */
  readonly webIdentity?: AwsWebIdentity | undefined;
  /** EKS Pod Identity, and containers of ECS. */
  readonly container?: AwsContainer | undefined;
}

export interface AwsKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

export interface AwsWebIdentity {
  readonly roleArn: string;
  readonly tokenFile: string;
  readonly sessionName: string;
  /** Of AWS STS; absent: that of the region. */
  readonly endpoint?: string | undefined;
}

export interface AwsContainer {
  readonly url: string;
  readonly tokenFile?: string | undefined;
}
