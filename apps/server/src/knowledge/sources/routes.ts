import { contract } from '@atrium/contract'
import { type Binding, binding } from '../../platform/http/bind.ts'
import type { KnowledgePorts } from '../knowledge-ports.ts'
import { addSource } from './add-source.ts'
import { changeSource } from './change-source.ts'
import { deleteSource } from './delete-source.ts'
import { listSources } from './list-sources.ts'
import { openSource } from './open-source.ts'
import { refreshSource } from './refresh-source.ts'

export const sourceBindings = (ports: KnowledgePorts): Binding[] => [
  binding(contract.addKnowledgeSource, async ({ caller, params, body }) => ({
    data: await addSource(ports, caller, params.baseId, body),
  })),
  binding(contract.listKnowledgeSources, ({ caller, params, query }) =>
    listSources(ports, caller, params.baseId, query),
  ),
  binding(contract.openKnowledgeSource, async ({ caller, params }) => ({
    data: await openSource(ports, caller, params.baseId, params.sourceId),
  })),
  binding(contract.changeKnowledgeSource, async ({ caller, params, body }) => ({
    data: await changeSource(ports, caller, params.baseId, params.sourceId, body),
  })),
  binding(contract.refreshKnowledgeSource, async ({ caller, params }) => ({
    data: await refreshSource(ports, caller, params.baseId, params.sourceId),
  })),
  binding(contract.deleteKnowledgeSource, async ({ caller, params }) => ({
    data: await deleteSource(ports, caller, params.baseId, params.sourceId),
  })),
]
