import { contract } from '@atrium/contract'
import { type Binding, binding } from '../platform/http/bind.ts'
import { listFilesToExpect } from './files-to-expect.ts'
import {
  changeGoldenQuestion,
  createGoldenQuestion,
  deleteGoldenQuestion,
  listGoldenQuestions,
} from './golden-questions.ts'
import { readInsights } from './insights.ts'
import type { EvaluationPorts, SearchPorts } from './ports.ts'
import { listCheckRuns, readCheckRun } from './read-runs.ts'
import { searchKnowledge } from './search-knowledge.ts'
import { runChecks } from './start-run.ts'

export const evaluationBindings = (ports: EvaluationPorts & SearchPorts): Binding[] => [
  binding(contract.listGoldenQuestions, async ({ caller, params }) => ({
    data: await listGoldenQuestions(ports, caller, params.roomId),
  })),
  binding(contract.createGoldenQuestion, async ({ caller, params, body }) => ({
    data: await createGoldenQuestion(ports, caller, params.roomId, body),
  })),
  binding(contract.changeGoldenQuestion, async ({ caller, params, body }) => ({
    data: await changeGoldenQuestion(ports, caller, params.roomId, params.questionId, body),
  })),
  binding(contract.deleteGoldenQuestion, async ({ caller, params }) => ({
    data: await deleteGoldenQuestion(ports, caller, params.roomId, params.questionId),
  })),
  binding(contract.listFilesToExpect, async ({ caller, params, query }) => ({
    data: await listFilesToExpect(ports, caller, params.roomId, query.search),
  })),
  binding(contract.runChecks, async ({ caller, params }) => ({
    data: await runChecks(ports, caller, params.roomId),
  })),
  binding(contract.listCheckRuns, async ({ caller, params }) => ({
    data: await listCheckRuns(ports, caller, params.roomId),
  })),
  binding(contract.readCheckRun, async ({ caller, params }) => ({
    data: await readCheckRun(ports, caller, params.roomId, params.runId),
  })),
  binding(contract.readKnowledgeInsights, async ({ caller, params }) => ({
    data: await readInsights(ports, caller, params.roomId),
  })),
  binding(contract.searchKnowledge, async ({ caller, params, query }) => ({
    data: await searchKnowledge(ports, caller, params.roomId, query),
  })),
]
