import {
  changeGoldenQuestion,
  type CheckRunId,
  createGoldenQuestion,
  deleteGoldenQuestion,
  type FileId,
  type GoldenQuestion,
  type GoldenQuestionId,
  listCheckRuns,
  listFilesToExpect,
  listGoldenQuestions,
  readCheckRun,
  readKnowledgeInsights,
  retryFile,
  runChecks,
  searchKnowledge,
} from '@atrium/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { listFrom } from '../../lib/list-from.ts'
import { queryClient } from '../../lib/query-client.ts'
import { knowledgeKeys } from '../../entities/files/knowledge-keys.ts'
import type { RoomPlace } from '../../entities/files/context-files.ts'

/** A golden question as it is sent. */
export type WrittenQuestion = Pick<GoldenQuestion, 'question' | 'baseIds'> & {
  expected: { fileId: FileId; page: number | null }[]
}

const ofRoom = ({ accountId, roomId }: RoomPlace) => knowledgeKeys.check(accountId, roomId)
const inRoom = ({ roomId }: RoomPlace) => ({ params: { roomId } })

export const questionsQuery = (place: RoomPlace) =>
  queryOptions({
    queryKey: [...ofRoom(place), 'questions'],
    queryFn: async ({ signal }) =>
      listFrom((await api.call(listGoldenQuestions, inRoom(place), { signal, place })).data),
  })

const pollMs = 1_500
/** The server's periodic sweep also starts runs. */
const lookAgainMs = 30_000

/** The runs of a room, polled while one is running. */
export const runsQuery = (place: RoomPlace) =>
  queryOptions({
    queryKey: [...ofRoom(place), 'runs'],
    queryFn: async ({ signal }) =>
      listFrom((await api.call(listCheckRuns, inRoom(place), { signal, place })).data),
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'RUNNING') ? pollMs : lookAgainMs,
  })

/** One run with its results; only loaded after it has ended. */
export const runQuery = (place: RoomPlace, runId: CheckRunId) =>
  queryOptions({
    queryKey: [...ofRoom(place), 'run', runId],
    queryFn: async ({ signal }) =>
      (await api.call(readCheckRun, { params: { roomId: place.roomId, runId } }, { signal, place })).data,
    placeholderData: keepPreviousData,
  })

export const insightsQuery = (place: RoomPlace) =>
  queryOptions({
    queryKey: [...ofRoom(place), 'insights'],
    queryFn: async ({ signal }) =>
      (await api.call(readKnowledgeInsights, inRoom(place), { signal, place })).data,
  })

export const filesQuery = (place: RoomPlace, search: string) =>
  queryOptions({
    queryKey: [...ofRoom(place), 'files', search],
    queryFn: async ({ signal }) => {
      const query = search === '' ? {} : { search }
      return listFrom(
        (await api.call(listFilesToExpect, { ...inRoom(place), query }, { signal, place })).data,
      )
    },
    placeholderData: keepPreviousData,
  })

/** Number of displayed passages. */
const passagesShown = 10

/** The current search results of a question in the room. Never refetched automatically: it may call an embedding model. */
export const triedSearchQuery = (place: RoomPlace, question: string) =>
  queryOptions({
    queryKey: ['knowledge-search', place.accountId, place.roomId, question],
    queryFn: async ({ signal }) => {
      const query = { query: question, most: String(passagesShown) }
      return (await api.call(searchKnowledge, { ...inRoom(place), query }, { signal, place })).data
    },
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })

/** Admins' changes; each throws when refused, and reloads the page either way. */
export const checkChanges = (place: RoomPlace) => {
  const settled = async (call: Promise<unknown>): Promise<void> => {
    try {
      await call
    } finally {
      await queryClient.invalidateQueries({ queryKey: ofRoom(place) })
    }
  }
  const ofQuestion = (questionId: GoldenQuestionId) => ({ params: { roomId: place.roomId, questionId } })
  return {
    add: (body: WrittenQuestion) =>
      settled(api.call(createGoldenQuestion, { ...inRoom(place), body }, { place })),
    change: (questionId: GoldenQuestionId, body: WrittenQuestion) =>
      settled(api.call(changeGoldenQuestion, { ...ofQuestion(questionId), body }, { place })),
    remove: (questionId: GoldenQuestionId) =>
      settled(api.call(deleteGoldenQuestion, ofQuestion(questionId), { place })),
    run: () => settled(api.call(runChecks, inRoom(place), { place })),
    retry: (fileId: FileId) => settled(api.call(retryFile, { params: { fileId } }, { place })),
  }
}
