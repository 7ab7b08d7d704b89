import { readEnvironment } from '@aicp/common/config/environment';
import { expect, it } from 'vitest';
import { cloudEnvironment, cloudOf } from './cloud-environment.ts';

const read = (environment: Record<string, string>) =>
  cloudOf(readEnvironment(cloudEnvironment, environment)).aws;

it('knows the variables that EKS sets, and keys', () => {
  expect(read({ AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' })?.keys).toEqual({
    accessKeyId: 'id',
    secretAccessKey: 'secret',
    sessionToken: undefined,
  });
  const role = { AWS_ROLE_ARN: 'arn', AWS_WEB_IDENTITY_TOKEN_FILE: '/token' };
  expect(read(role)?.webIdentity).toMatchObject({
    ...{ roleArn: 'arn', tokenFile: '/token', sessionName: 'ai-control-plane' },
  });
  const pod = {
    AWS_CONTAINER_CREDENTIALS_FULL_URI: 'http://169.254.170.23/v1/credentials',
    AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: '/token',
  };
  expect(read(pod)?.container).toEqual({
    url: 'http://169.254.170.23/v1/credentials',
    tokenFile: '/token',
  });
});

it('takes one of two that go together for nothing', () => {
  const { keys, webIdentity, container } =
    read({ AWS_ACCESS_KEY_ID: 'id', AWS_ROLE_ARN: 'arn', AWS_SESSION_TOKEN: '' }) ?? {};
  expect([keys, webIdentity, container]).toEqual([undefined, undefined, undefined]);
});

it('knows the variables that workload identity of Azure sets, and takes none of them alone', () => {
  const azureOf = (environment: Record<string, string>) =>
    cloudOf(readEnvironment(cloudEnvironment, environment)).azure;
  const set = {
    ...{ AZURE_TENANT_ID: 't', AZURE_CLIENT_ID: 'c', AZURE_FEDERATED_TOKEN_FILE: '/token' },
  };
  const identity = { tenantId: 't', clientId: 'c', tokenFile: '/token' };
  expect(azureOf(set)).toEqual({ ...identity, authorityHost: 'https://login.microsoftonline.com' });
  const authorityHost = 'https://login.microsoftonline.us/';
  expect(azureOf({ ...set, AZURE_AUTHORITY_HOST: authorityHost })).toEqual({
    ...{ ...identity, authorityHost },
  });
  for (const name of Object.keys(set)) expect(azureOf({ ...set, [name]: '' })).toBeUndefined();
});
