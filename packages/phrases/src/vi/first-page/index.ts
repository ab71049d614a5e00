export { default as common } from './common.ts'
export { default as errors } from './errors.ts'
export { default as identity } from './identity.ts'
