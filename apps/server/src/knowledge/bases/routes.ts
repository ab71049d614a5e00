import { contract } from '@atrium/contract'
import { type Binding, binding } from '../../platform/http/bind.ts'
import type { KnowledgePorts } from '../knowledge-ports.ts'
import { createBase } from './create-base.ts'
import { deleteBase } from './delete-base.ts'
import { listBaseFiles } from './list-base-files.ts'
import { listBases } from './list-bases.ts'
import { openBase } from './open-base.ts'
import { updateBase } from './update-base.ts'

export const baseBindings = (ports: KnowledgePorts): Binding[] => [
  binding(contract.listKnowledgeBases, ({ caller, query }) => listBases(ports, caller, caller.roomId, query)),
  binding(contract.openKnowledgeBase, async ({ caller, params }) => ({
    data: await openBase(ports, caller, params.baseId),
  })),
  binding(contract.createKnowledgeBase, async ({ caller, body }) => ({
    data: await createBase(ports, caller, caller.roomId, {
      name: body.rag_name,
      description: body.description,
      keys: body.files,
    }),
  })),
  binding(contract.updateKnowledgeBase, async ({ caller, params, body }) => ({
    data: await updateBase(ports, caller, params.baseId, {
      name: body.rag_name,
      description: body.description,
      keys: body.files,
      removedFileIds: body.removedFileIds,
    }),
  })),
  binding(contract.deleteKnowledgeBase, async ({ caller, params }) => ({
    data: await deleteBase(ports, caller, params.baseId),
  })),
  binding(contract.listBaseFiles, ({ caller, params, query }) =>
    listBaseFiles(ports, caller, params.baseId, query),
  ),
]
