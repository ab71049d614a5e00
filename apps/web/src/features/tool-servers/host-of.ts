/** The host of an authorization server, as people know it. */
export const hostOf = (issuer: string): string => (URL.canParse(issuer) ? new URL(issuer).host : issuer)
