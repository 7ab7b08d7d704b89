import { join } from 'node:path';
import { loadCertificates } from '@aicp/local/kubernetes/certificates';
import { say } from '../../commands/run.ts';

/**
 * Flags with which the API server may ask the kubelet for logs, commands and forwarded ports. Makes the certificate in the folder of a control plane
 * that is about to start.
 */
export async function kubeletClientFlags(folder: string): Promise<string[]> {
  await loadCertificates(folder, Date.now());
  const at = (name: string): string => join(folder, name);
  const who = '/O=system:masters/CN=kube-apiserver-kubelet-client';
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc'];
  const files = ['-keyout', at('kubelet-client.key'), '-out', at('kubelet-client.crt')];
  const signer = ['-CA', at('ca.crt'), '-CAkey', at('ca.key'), '-days', '30'];
  const purpose = ['-addext', 'extendedKeyUsage=clientAuth'];
  await say(['openssl', 'req', '-x509', ...key, '-subj', who, ...purpose, ...signer, ...files]);
  return [
    `--kubelet-client-certificate=${at('kubelet-client.crt')}`,
    `--kubelet-client-key=${at('kubelet-client.key')}`,
    '--kubelet-preferred-address-types=InternalIP',
  ];
}
