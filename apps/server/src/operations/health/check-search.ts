import type { Models } from '../../models/index.ts'
import type { Database } from '../../platform/database/index.ts'
import { type Finding, issuesOf } from './parts.ts'
import { searchFigures } from './queries.ts'

const behindSeconds = 10 * 60

type Ports = { database: Database; models: Pick<Models, 'embeddingState'> }

/** Checks whether files become searchable in time, by keywords and, with an embedding model, by similarity. */
export async function checkSearch({ database, models }: Ports): Promise<Finding<'search'>> {
  const figures = await searchFigures(database)
  const embeddings = models.embeddingState()
  return {
    facts: { ...figures, embeddings },
    issues: issuesOf({
      SEARCH_BEHIND: figures.oldestWaitingSeconds >= behindSeconds,
      EMBEDDINGS_DOWN: embeddings === 'down',
    }),
  }
}
