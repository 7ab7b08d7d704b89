/** What rules read of a Provider's spec. */
interface Self {
  readonly type: string;
  readonly baseUrl?: string | undefined;
  readonly project?: string | undefined;
  readonly region?: string | undefined;
  readonly organizationId?: string | undefined;
  readonly secretRef?: object | undefined;
  readonly credentials?: readonly object[] | undefined;
}

/** What providers of type vertex have to say. */
export const VERTEX_RULES = [
  {
    cel: "self.type != 'vertex' || has(self.baseUrl) || (has(self.project) && has(self.region))",
    message: 'project and region are required when type is vertex and baseUrl does not say them',
    fieldPath: '.project',
    holds: ({ type, baseUrl, project, region }: Self) =>
      type !== 'vertex' || baseUrl !== undefined || (project !== undefined && region !== undefined),
  },
  {
    cel: "self.type != 'vertex' || !has(self.organizationId) || has(self.secretRef) || has(self.credentials)",
    message:
      'secretRef or credentials are required when type is vertex and the provider belongs to an organization: the identity of the gateways is the platform’s',
    fieldPath: '.secretRef',
    holds: ({ type, organizationId, secretRef, credentials }: Self) =>
      type !== 'vertex' ||
      organizationId === undefined ||
      secretRef !== undefined ||
      credentials !== undefined,
  },
];
