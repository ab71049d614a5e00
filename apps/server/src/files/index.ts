export { eraseLogos } from './erase-files.ts'
export { findLogo } from './find-logo.ts'
export { offerLogoUpload } from './offer-logo-upload.ts'
export { fileBindings } from './routes.ts'
