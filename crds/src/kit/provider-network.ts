import { z } from 'zod';
import * as f from './fields.ts';

/** A Secret of type kubernetes.io/tls, or one with its keys `tls.crt` and `tls.key`. */
const tlsSecretRef = () =>
  f.refersTo(
    'Secret',
    z.object({
      name: f.objectName().meta({ description: 'Name of the Secret, in the same namespace.' }),
    }),
  );

/** Whose certificates are trusted of a provider, and what it is told who asks. */
export const tls = z.object({
  caSecretRef: f.secretRef().optional().meta({
    description:
      'Where the certificates (PEM) of the authorities stand that may have signed the provider’s; in place of the public ones.',
  }),
  clientCertificateSecretRef: tlsSecretRef().optional().meta({
    description:
      'Secret of type kubernetes.io/tls with the certificate that the provider asks for (`tls.crt`) and its key (`tls.key`).',
  }),
  serverName: f
    .text({
      min: 1,
      max: 253,
      pattern: {
        matches: /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/,
        says: 'must be a name in small letters, for example models.example.com',
      },
    })
    .optional()
    .meta({
      description: 'Name that its certificate has to be for; without it, the host of baseUrl.',
    }),
});

/** The address of a forward proxy. */
export const PROXY: f.Pattern = {
  matches: /^https?:\/\/[^\x00-\x20\x7f/?#@]+\/?$/,
  says: 'must be http://host:port or https://host:port, without a name and password (which proxySecretRef names), for example http://proxy.example:3128',
};
