import type { Translate } from '../../lib/translate.ts'
import { errorText } from '../../lib/text/error-text.ts'
import type { UploadFailure } from '../../entities/files/upload-failure.ts'
import type { FileProblem } from '../../entities/files/upload-rules.ts'

type Words = Translate<'contextFiles'>

/** Why a chosen file is not sent. */
export function problemText(problem: FileProblem, t: Words): string {
  switch (problem.kind) {
    case 'notSupported':
      return t('problem.notSupported')
    case 'empty':
      return t('problem.empty', { file: problem.file })
    case 'tooLarge':
      return t('problem.tooLarge', { file: problem.file, megabytes: problem.megabytes })
    case 'tooLargeTogether':
      return t('problem.tooLargeTogether', { megabytes: problem.megabytes })
    case 'nameTaken':
      return t('problem.nameTaken', { file: problem.file })
    case 'tooMany':
      return t('problem.tooMany', { files: problem.files })
  }
}

/** Why an upload failed. */
export function failureText(file: string, { step, reason }: UploadFailure, t: Words): string {
  const { megabytes, files, file: inside } = reason?.details ?? {}
  switch (reason?.code) {
    case undefined:
      return t(step === 'form' ? 'upload.noForm' : 'upload.failed')
    case 'FILE_TOO_LARGE':
      return typeof megabytes === 'number' ? t('problem.tooLarge', { file, megabytes }) : errorText(reason)
    case 'FILES_TOO_LARGE_TOGETHER':
      return typeof megabytes === 'number' ? t('problem.tooLargeTogether', { megabytes }) : errorText(reason)
    case 'FILE_NAME_TAKEN':
      // For an archive, the name of the file in it that has the problem.
      return t('problem.nameTaken', { file: typeof inside === 'string' ? inside : file })
    case 'FILE_EMPTY':
      return t('problem.empty', { file })
    case 'TOO_MANY_FILES':
      return typeof files === 'number' ? t('problem.tooMany', { files }) : errorText(reason)
    default:
      return errorText(reason)
  }
}
