export { SourcesFold } from './cited/sources-fold.tsx'
export { type Citations, useCitations } from './cited/use-citations.tsx'
export { SourcesHost } from './sources-host.tsx'
