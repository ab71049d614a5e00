/** Loads the sign-in to tool servers, and with it the protocol's package, when it is first needed. */
export const loadSignIn = async () => ({
  ...(await import('./authorization-client.ts')),
  ...(await import('./discover-sign-in.ts')),
})
