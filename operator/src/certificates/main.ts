// Run by the operator's init container before the operator itself, where the chart's operator.tls.mode is selfSigned.
import { join } from 'node:path';
import { ConfigError, readEnvironment } from '@aicp/common/config/environment';
import { replaceFile } from '@aicp/common/files/replace-file';
import { KubernetesClient } from '@aicp/common/kubernetes/client';
import { describeError } from '@aicp/common/kubernetes/errors';
import { loadKubeConfig } from '@aicp/common/kubernetes/pooled-kube-config';
import { createLogger } from '@aicp/common/log/logger';
import { systemClock } from '@aicp/common/time/clock';
import { certificatesEnvironment } from './environment.ts';
import { keepServingCertificate } from './serving-certificate.ts';

try {
  await main();
} catch (error) {
  const reason = error instanceof ConfigError ? error.message : describeError(error);
  process.stderr.write(`certificates: ${reason}\n`);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const environment = readEnvironment(certificatesEnvironment, process.env);
  const log = createLogger({ service: 'certificates', level: environment.AICP_LOG_LEVEL });
  const config = loadKubeConfig(environment.KUBECONFIG);
  const { ca, server } = await keepServingCertificate({
    api: new KubernetesClient(config, 'aicp-operator'),
    namespace: environment.AICP_NAMESPACE,
    secret: environment.AICP_TLS_SECRET,
    hosts: environment.AICP_TLS_NAMES,
    clock: systemClock,
  });
  await replaceFile(join(environment.AICP_TLS_DIR, 'tls.key'), server.key, 0o600);
  await replaceFile(join(environment.AICP_TLS_DIR, 'tls.crt'), server.cert, 0o644);
  await replaceFile(join(environment.AICP_TLS_DIR, 'ca.crt'), ca.cert, 0o644);
  await config.close();
  log.info({ secret: environment.AICP_TLS_SECRET }, 'certificate_ready');
}
