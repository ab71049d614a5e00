import {
  type Attachment,
  documentEndings,
  documentEndingOf,
  isId,
  limits,
  pictureEndings,
} from '@atrium/contract'
import { truncate } from '@atrium/ui'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useStore } from '../../lib/store.ts'
import { stored } from '../../lib/stored.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { useAccount } from '../../entities/accounts/use-account.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { commaList } from '../../lib/text/comma-list.ts'
import { type ChosenFiles, createChosenFiles } from './chosen-files.ts'
import { withinPlan } from './within-plan.ts'
import { isPicture, type QuestionFile } from '../../entities/files/question-file.ts'
import { unsentPicturesOf } from './unsent-pictures.ts'
import type { UploadOptions } from './upload-document.ts'
import { pictureTypeOf, uploadPicture } from './upload-picture.ts'
import { pictureQuery } from '../../entities/files/use-picture-address.ts'

/**
 * The pictures and documents of the next question, and why it must wait for them, if so. Rejects other files with a message.
 * Stored with the draft of that name: uploaded ones by id, others as files until uploaded.
 */
export function useChosenFiles(draft: string) {
  const { t, language } = useTranslation('attachments')
  const userId = useUser()?.id
  const plan = useAccount()?.subscriptionPlan ?? null
  const [chosen] = useState(() => chosenOf(`${userId}`, draft))
  const list = useStore(chosen.list)
  const add = (files: readonly File[]) => {
    const known = files.filter((file) => isOfDocument(file) || pictureTypeOf(file) !== null)
    const refused = files.filter((file) => !known.includes(file))
    if (refused.length > 0) void showToast(`${t('notSupported')} ${whichRefused(refused)}`, 'bad')
    const { taken, refusals } = withinPlan(known, chosen.list.get(), plan)
    for (const { file, megabytes } of refusals)
      void showToast(
        file === undefined ? t('tooLargeTogether', { megabytes }) : t('tooLarge', { file, megabytes }),
        'bad',
      )
    const left = limits.maxAttachments - chosen.list.get().length
    if (taken.length > left) void showToast(t('tooMany', { count: limits.maxAttachments }), 'bad')
    chosen.add(taken.slice(0, Math.max(0, left)))
  }
  const whichRefused = (refused: readonly File[]) => {
    const list = new Intl.ListFormat(language)
    const names = refused.slice(0, 3).map(({ name }) => truncate(name, 40))
    const types = [...Object.keys(pictureEndings), ...documentEndings]
    return t('notSupported.which', {
      files: list.format(refused.length > 3 ? [...names, '…'] : names),
      types: commaList(language).format(types),
    })
  }
  /** A picture of an answer, which needs no upload; one that is too large for a question is uploaded again, smaller. */
  const attach = (attachment: Attachment, bytes: Blob) => {
    if (attachment.sizeBytes > limits.attachmentBytes)
      return add([new File([bytes], attachment.name, { type: attachment.contentType })])
    if (chosen.list.get().length >= limits.maxAttachments)
      return void showToast(t('tooMany', { count: limits.maxAttachments }), 'bad')
    chosen.restore([attachment])
  }
  const waiting = list.some(({ state }) => state.kind === 'sending')
    ? t('awaited')
    : list.some(({ state }) => state.kind === 'reading')
      ? t('awaited.reading')
      : list.some(({ state }) => state.kind === 'failed' || state.kind === 'gone')
        ? t('failedOnes')
        : null
  const pictureCount = list.filter((one) => !one.isDocument).length
  const documentIds = list.flatMap(({ isDocument, state }) =>
    isDocument && state.kind === 'ready' ? [state.attachment.id] : [],
  )
  return { chosen, pictureCount, documentIds, add, attach, waiting }
}

const chosenByDraft = new Map<string, ChosenFiles>()

const isOfDocument = ({ name }: File): boolean => documentEndingOf(name) !== null

/** Few questions have documents, so their code loads on demand. */
const documents = () => import('./upload-document.ts')

const upload = async (file: File, options: UploadOptions): Promise<QuestionFile> =>
  isOfDocument(file)
    ? await (await documents()).uploadDocument(file, options)
    : await uploadPicture(file, options)

/** The files of a draft; their uploads continue after the user leaves the chat. */
function chosenOf(userId: string, draft: string): ChosenFiles {
  const key = `${userId} ${draft}`
  const chosen = chosenByDraft.get(key) ?? restored(draft)
  chosenByDraft.set(key, chosen)
  return chosen
}

/** Restores a draft's files from an earlier page, and stores their progress from now on. */
function restored(draft: string): ChosenFiles {
  const unsent = unsentPicturesOf(draft)
  const chosen = createChosenFiles(upload, unsent)
  const kept = stored(`draft-pictures.${draft}`, filesFrom)
  const files = kept.read() ?? []
  chosen.restore(files)
  for (const file of files)
    isThere(file).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'NOT_FOUND') chosen.lose(file.id)
    })
  void unsent.takeAll().then((unsentFiles) => chosen.add(unsentFiles))
  chosen.list.subscribe(() => {
    const ready = chosen.list.get().flatMap(({ state }) => (state.kind === 'ready' ? [state.attachment] : []))
    if (ready.length === 0) kept.remove()
    else kept.write(ready)
  })
  return chosen
}

/** Checks that the server has it, and shows a picture's bytes. */
const isThere = async (file: QuestionFile): Promise<unknown> =>
  isPicture(file)
    ? await queryClient.fetchQuery(pictureQuery(file.id))
    : await (await documents()).stateOf(file.id)

const filesFrom = (value: unknown): QuestionFile[] | null =>
  Array.isArray(value) ? value.filter(isQuestionFile) : null

const isQuestionFile = (value: unknown): value is QuestionFile =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  isId('file', value.id) &&
  'name' in value &&
  typeof value.name === 'string'
