/** Of the product, as `GET /version` and the operator's list of replicas say it. */
export const VERSION = '0.1.0';
