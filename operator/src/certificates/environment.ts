import { LOG_LEVELS } from '@aicp/common/log/logger';
import { z } from 'zod';

/** The environment of the operator's init container. */
export const certificatesEnvironment = z.object({
  AICP_NAMESPACE: z.string(),
  /** Name of the Secret that keeps them. */
  AICP_TLS_SECRET: z.string(),
  /** Names that the services call the operator by, with commas between them. */
  AICP_TLS_NAMES: z.string().transform((names) => names.split(',')),
  /** Where tls.crt, tls.key and ca.crt are written for the operator. */
  AICP_TLS_DIR: z.string(),
  /** Instead of the pod's own credentials. */
  KUBECONFIG: z.string().optional(),
  AICP_LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
});
