import { z } from 'zod';
import type {
  AwsIdentity,
  AzureIdentity,
  CloudIdentity,
} from '../providers/tokens/cloud-identity.ts';

const text = z.string().optional();

/** What the environment says of who the process is at clouds, under the names that the clouds' own SDKs know. */
export const cloudEnvironment = z.object({
  AWS_ACCESS_KEY_ID: text,
  AWS_SECRET_ACCESS_KEY: text,
  AWS_SESSION_TOKEN: text,
  /** IAM roles for service accounts. */
  AWS_ROLE_ARN: text,
  AWS_WEB_IDENTITY_TOKEN_FILE: text,
  AWS_ROLE_SESSION_NAME: text,
  AWS_ENDPOINT_URL_STS: text,
  /** EKS Pod Identity. */
  AWS_CONTAINER_CREDENTIALS_FULL_URI: text,
  AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: text,
  /** Workload identity of Azure. */
  AZURE_TENANT_ID: text,
  AZURE_CLIENT_ID: text,
  AZURE_FEDERATED_TOKEN_FILE: text,
  AZURE_AUTHORITY_HOST: text,
});

type Environment = z.output<typeof cloudEnvironment>;

export const cloudOf = (environment: Environment): CloudIdentity => ({
  aws: awsOf(environment),
  azure: azureOf(environment),
});

function azureOf(environment: Environment): AzureIdentity | undefined {
  const tenantId = environment.AZURE_TENANT_ID;
  const clientId = environment.AZURE_CLIENT_ID;
  const tokenFile = environment.AZURE_FEDERATED_TOKEN_FILE;
  if (!tenantId || !clientId || !tokenFile) return undefined;
  const authorityHost = environment.AZURE_AUTHORITY_HOST || 'https://login.microsoftonline.com';
  return { tenantId, clientId, tokenFile, authorityHost };
}

function awsOf(environment: Environment): AwsIdentity {
  const accessKeyId = environment.AWS_ACCESS_KEY_ID;
  const secretAccessKey = environment.AWS_SECRET_ACCESS_KEY;
  const sessionToken = environment.AWS_SESSION_TOKEN;
  const roleArn = environment.AWS_ROLE_ARN;
  const tokenFile = environment.AWS_WEB_IDENTITY_TOKEN_FILE;
  const url = environment.AWS_CONTAINER_CREDENTIALS_FULL_URI;
  return {
    keys:
      accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey, sessionToken } : undefined,
    webIdentity:
      roleArn && tokenFile
        ? {
            ...{ roleArn, tokenFile, endpoint: environment.AWS_ENDPOINT_URL_STS },
            sessionName: environment.AWS_ROLE_SESSION_NAME ?? 'ai-control-plane',
          }
        : undefined,
    container: url
      ? { url, tokenFile: environment.AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE }
      : undefined,
  };
}
