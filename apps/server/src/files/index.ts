export { findLogo } from './find-logo.ts'
export { fileBindings } from './routes.ts'
