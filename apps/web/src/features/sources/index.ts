export { SourcesFold } from './cited/sources-fold.tsx'
export { type Citations, useCitations } from './cited/use-citations.tsx'
export { WebFold } from './web/web-fold.tsx'
export { SourcesHost } from './sources-host.tsx'
