/** A model that the sandbox offers. */
export interface SandboxModel {
  id: string
  kind: 'text' | 'images' | 'embeddings'
  displayName: string
}

export const sandboxModels: SandboxModel[] = [
  { id: 'sandbox-writer', kind: 'text', displayName: 'Sandbox Writer' },
  { id: 'sandbox-quick', kind: 'text', displayName: 'Sandbox Quick' },
  { id: 'sandbox-reasoner', kind: 'text', displayName: 'Sandbox Reasoner' },
  { id: 'sandbox-reader', kind: 'text', displayName: 'Sandbox Reader' },
  { id: 'sandbox-analyst', kind: 'text', displayName: 'Sandbox Analyst' },
  { id: 'sandbox-researcher', kind: 'text', displayName: 'Sandbox Researcher' },
  { id: 'sandbox-painter', kind: 'images', displayName: 'Sandbox Painter' },
  { id: 'sandbox-embedder', kind: 'embeddings', displayName: 'Sandbox Embedder' },
]

const created = Date.UTC(2026, 0, 1)

/** The list of models as OpenAI gives it. */
export function openaiModelList(): unknown {
  return { object: 'list', data: sandboxModels.map(({ id }) => openaiModel(id)) }
}

export function openaiModel(id: string): unknown {
  return { id, object: 'model', created: created / 1000, owned_by: 'sandbox' }
}

/** The list of models as Anthropic gives it: the models that talk. */
export function anthropicModelList(): unknown {
  const data = sandboxModels
    .filter(({ kind }) => kind === 'text')
    .map(({ id, displayName }) => ({
      type: 'model',
      id,
      display_name: displayName,
      created_at: new Date(created).toISOString(),
    }))
  return { data, has_more: false, first_id: data.at(0)?.id, last_id: data.at(-1)?.id }
}
