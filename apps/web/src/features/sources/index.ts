export { AnswerSources } from './answer-sources.tsx'
export { type Citations, useCitations } from './cited/use-citations.tsx'
export { SourcesHost } from './sources-host.tsx'
