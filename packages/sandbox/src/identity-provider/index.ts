export {
  startIdentityProvider,
  type IdentityProvider,
  type IdentityProviderOptions,
  type PersonAtProvider,
} from './start-identity-provider.ts'
