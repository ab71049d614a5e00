/** Loads the sign-in to tool servers when it is first needed, as its protocol's package is. */
export const loadSignIn = async () => ({
  ...(await import('./authorization-client.ts')),
  ...(await import('./discover-sign-in.ts')),
})
