export { isGlobalAddress } from './global-address.ts'
export { EgressRefusedError, guardedConnect } from './guarded-connect.ts'
export { isOwnOrGlobalAddress } from './own-address.ts'
export { createSafeFetch, createServiceFetch, type SafeFetch, type SafeFetchOptions } from './safe-fetch.ts'
