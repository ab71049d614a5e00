export { bestParts, cutToTokens } from './best-parts.ts'
export { findHits } from './find-hits.ts'
export { SearchFailure, type SearchHit, type SearchService } from './search-service.ts'
export { createWebSearch, type WebSearch } from './web-search.ts'
