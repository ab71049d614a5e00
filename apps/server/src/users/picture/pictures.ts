import type { UploadForm, UserId } from '@atrium/contract'
import {
  nameForPicture,
  type PictureType,
  pictureForm,
  storePicture,
  type UploadReceiver,
} from '../../files/index.ts'
import { fail } from '../../platform/failure.ts'
import type { UserPorts } from '../ports.ts'

/** The storage folder of people's pictures. */
export const pictureFolder = 'picture/'

type PicturePorts = Pick<UserPorts, 'database' | 'storage' | 'clock' | 'mainApiUrl'>

/** An unused form or an unset picture is deleted after this time. */
const waitMs = 60 * 60 * 1000
const maxWaiting = 20

/** Returns a signed form to upload a picture of oneself; the server chooses its name. */
export async function offerPictureUpload(
  ports: PicturePorts,
  userId: UserId,
  { filename, contentType }: { filename: string; contentType: PictureType },
): Promise<UploadForm> {
  const name = nameForPicture(filename, contentType)
  const waiting = await forgetUnchosen(ports, userId)
  if (waiting >= maxWaiting) fail('RATE_LIMITED', { retryAfterSeconds: waitMs / 1000 })
  await ports.database.kysely
    .insertInto('user_picture')
    .values({ name, user_id: userId, requested_at: ports.clock.now(), uploaded_at: null })
    .execute()
  return await pictureForm(ports.storage, pictureFolder + name, contentType)
}

/** Receives the upload of such a form. */
export const pictureReceiver = ({ database: { kysely }, storage, clock }: PicturePorts): UploadReceiver => ({
  folder: pictureFolder,
  async receive(upload, file) {
    const name = upload.key.slice(pictureFolder.length)
    await storePicture(storage, upload, file, async () => {
      const awaited = await kysely
        .selectFrom('user_picture')
        .select('name')
        .where('name', '=', name)
        .where('uploaded_at', 'is', null)
        .executeTakeFirst()
      if (!awaited) fail('UPLOAD_REFUSED')
    })
    await kysely
      .updateTable('user_picture')
      .set({ uploaded_at: clock.now() })
      .where('name', '=', name)
      .execute()
  },
})

/** Returns the URL of a picture that this person uploaded, from its form's key or name; INVALID_INPUT for any other. */
export async function addressOfPicture(
  { database: { kysely }, mainApiUrl }: PicturePorts,
  userId: UserId,
  keyOrName: string,
): Promise<string> {
  const name = keyOrName.startsWith(pictureFolder) ? keyOrName.slice(pictureFolder.length) : keyOrName
  const picture = await kysely
    .selectFrom('user_picture')
    .select('name')
    .where('name', '=', name)
    .where('user_id', '=', userId)
    .where('uploaded_at', 'is not', null)
    .executeTakeFirst()
  if (!picture)
    return fail('INVALID_INPUT', {
      issues: [{ path: 'body.profilePicture', message: 'You have not uploaded a picture with this name.' }],
    })
  return `${mainApiUrl}/files/picture/${name}`
}

/** Erases every picture of a person except the current one: removed ones are unreadable at once. */
export const eraseRemovedPictures = (ports: PicturePorts, userId: UserId): Promise<number> =>
  eraseUnworn(ports, userId, ({ uploaded_at }) => uploaded_at !== null)

/** Erases unset or missing pictures after their time; returns how many can still be set. */
function forgetUnchosen(ports: PicturePorts, userId: UserId): Promise<number> {
  const oldestMs = ports.clock.now().getTime() - waitMs
  return eraseUnworn(ports, userId, ({ requested_at }) => requested_at.getTime() <= oldestMs)
}

async function eraseUnworn(
  { database: { kysely }, storage }: PicturePorts,
  userId: UserId,
  isOver: (picture: { requested_at: Date; uploaded_at: Date | null }) => boolean,
): Promise<number> {
  const rows = await kysely
    .selectFrom('user_picture')
    .innerJoin('identity_user', 'identity_user.id', 'user_picture.user_id')
    .select([
      'user_picture.name',
      'user_picture.requested_at',
      'user_picture.uploaded_at',
      'identity_user.image',
    ])
    .where('user_picture.user_id', '=', userId)
    .execute()
  const unworn = rows.filter(({ name, image }) => !image?.endsWith(`/${name}`))
  const over = unworn.filter(isOver)
  for (const { name } of over) {
    await storage.delete(pictureFolder + name)
    await kysely.deleteFrom('user_picture').where('name', '=', name).execute()
  }
  return unworn.length - over.length
}
