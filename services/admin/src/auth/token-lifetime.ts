/** How long an access token is good. */
export const TOKEN_SECONDS = 1800;
