export { isGlobalAddress } from './global-address.ts'
export { EgressRefusedError, safeFetch, type SafeFetchOptions } from './safe-fetch.ts'
