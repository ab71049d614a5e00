import type { AccountId } from '@atrium/contract'
import type { FastifyRequest } from 'fastify'
import { type Database, inSystem, inTenant } from '../platform/database/index.ts'
import { Failure, fail } from '../platform/failure.ts'
import {
  FileTooLargeError,
  type Storage,
  UploadRefusedError,
  type VerifiedUpload,
} from '../platform/storage/index.ts'
import { logoFolder } from './find-logo.ts'
import { cleanPicture, pictureTypes } from './picture.ts'
import { readForm } from './read-form.ts'

/**
 * Takes the multipart form that an upload form was for: its signature, key, type and size must be those signed, its bytes must be
 * a picture of that type, and each form works once. Only then is the picture, cleaned, stored and known to its account.
 * Throws UPLOAD_REFUSED, FILE_TOO_LARGE, FILE_NOT_SUPPORTED, INVALID_INPUT.
 */
export async function receiveUpload(
  { database, storage }: { database: Database; storage: Storage },
  request: FastifyRequest,
): Promise<void> {
  const { accepted, bytes } = await readForm(request, (fields) => verified(storage, fields))
  const type =
    pictureTypes.find((pictureType) => pictureType === accepted.contentType) ?? fail('FILE_NOT_SUPPORTED')
  const name = accepted.key.startsWith(logoFolder)
    ? accepted.key.slice(logoFolder.length)
    : fail('UPLOAD_REFUSED')
  const accountId = (await accountAwaiting(database, name)) ?? fail('UPLOAD_REFUSED')

  // Files are never replaced: of two uploads with one form at once, the later is refused here.
  await storage.put(accepted.key, cleanPicture(bytes, type), accepted).catch((error: unknown) => {
    throw refusal(error)
  })
  await inTenant(database, { accountId, userId: null }, (trx) =>
    trx
      .updateTable('logo')
      .set({ uploaded_at: new Date() })
      .where('account_id', '=', accountId)
      .where('name', '=', name)
      .execute(),
  )
}

/** The form is the credential and tells no account: the one place where a logo is looked up across all of them. */
const accountAwaiting = (database: Database, name: string): Promise<AccountId | undefined> =>
  inSystem(database, async (trx) => {
    const logo = await trx
      .selectFrom('logo')
      .select('account_id')
      .where('name', '=', name)
      .where('uploaded_at', 'is', null)
      .executeTakeFirst()
    return logo?.account_id
  })

function verified(storage: Storage, fields: Record<string, string>): VerifiedUpload {
  try {
    return storage.verifyUploadForm(fields)
  } catch (error) {
    throw refusal(error)
  }
}

/** What the storage objects to, in the words of the contract. */
function refusal(cause: unknown): unknown {
  if (cause instanceof UploadRefusedError) return new Failure('UPLOAD_REFUSED', { cause })
  if (cause instanceof FileTooLargeError) return new Failure('FILE_TOO_LARGE', { cause })
  return cause
}
