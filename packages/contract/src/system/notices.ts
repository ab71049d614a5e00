import { z } from 'zod'
import { dataReply, endpoint } from '../endpoint.ts'
import { withProof } from '../identity/second-factor.ts'
import { LineOrNothing } from '../text/text.ts'

/** The operator's texts, shown unchanged in every language. Empty: Atrium's own text in the viewer's language. */
const noticeTexts = {
  timerMessage: LineOrNothing(300),
  dialogTitle: LineOrNothing(120),
  dialogMessage: LineOrNothing(1000),
}
const windowHours = z
  .number('This should be a number of hours.')
  .min(0.25, 'At least a quarter of an hour.')
  .max(168, 'At most 168 hours, a week.')

const endsAfterStart = {
  message: 'The end should be after the start.',
  path: ['downTimeEnd'],
}
const isInOrder = ({ downTimeStart, downTimeEnd }: { downTimeStart: string; downTimeEnd: string }) =>
  Date.parse(downTimeEnd) > Date.parse(downTimeStart)

/** A planned downtime as browsers read it (LIFE-01). Times are ISO 8601 with an offset. */
export const DowntimeSettings = z
  .strictObject({
    downTimeStart: z.iso.datetime({
      offset: true,
      error: 'This should be a time such as 2027-01-31T22:00:00Z.',
    }),
    downTimeEnd: z.iso.datetime({
      offset: true,
      error: 'This should be a time such as 2027-01-31T22:00:00Z.',
    }),
    /** A new id announces the downtime again to people who have dismissed the dialog. */
    notificationId: LineOrNothing(100),
    notificationWindowHours: windowHours.default(2),
    timerMessage: noticeTexts.timerMessage.default(''),
    dialogTitle: noticeTexts.dialogTitle.default(''),
    dialogMessage: noticeTexts.dialogMessage.default(''),
  })
  .refine(isInOrder, endsAfterStart)
export type DowntimeSettings = z.infer<typeof DowntimeSettings>

/** A forced sign-out as browsers read it (LIFE-01): a version that a browser hasn't seen signs its user out once. */
export const ForceLogoutSettings = z.strictObject({
  forceLogout: z.boolean(),
  version: LineOrNothing(100),
  clearForceLogout: z.boolean(),
})
export type ForceLogoutSettings = z.infer<typeof ForceLogoutSettings>

/** The announcement (LIFE-04): `desktop` and `mobile` are names of stored pictures; without `mobile`, phones show `desktop`. */
const Announcement = z.strictObject({
  desktop: z.string(),
  mobile: z.string().nullable(),
  /** Description for screen readers. */
  text: z.string(),
  activeTill: z.iso.datetime().nullable(),
})
/** The new-chat screen of the operator (CHAT-15). Empty texts: Atrium's own. */
const NewChatScreen = z.strictObject({
  picture: z.string().nullable(),
  title: z.string(),
  text: z.string(),
})

const Source = z.enum(['file', 'page', 'none'])
/** What system administrators announce to everybody, and where each comes from. */
export const Notices = z.strictObject({
  downtime: z.strictObject({ source: Source, value: DowntimeSettings.nullable() }),
  forceLogout: z.strictObject({
    source: Source,
    value: ForceLogoutSettings.nullable(),
    /** When the sessions older than this version were ended. */
    endedAt: z.iso.datetime().nullable(),
  }),
  announcement: Announcement.extend({ desktopUrl: z.string(), mobileUrl: z.string().nullable() }).nullable(),
  newChat: NewChatScreen.extend({ pictureUrl: z.string().nullable() }).nullable(),
  /** Why the app configuration file was refused at its last change; the previous values stay in force. */
  fileProblem: z.string().nullable(),
})
export type Notices = z.infer<typeof Notices>

const pictureName = /^[0-9a-f]{32}\.(png|jpg|gif|webp)$/
const PictureName = z.string().regex(pictureName, 'This should be the name of an uploaded picture.')

export const NoticeChanges = z.strictObject({
  /** Null ends the downtime, or cancels it. */
  downtime: z
    .strictObject({
      downTimeStart: z.iso.datetime({ offset: true, error: 'Enter when the downtime starts.' }),
      downTimeEnd: z.iso.datetime({ offset: true, error: 'Enter when the downtime ends.' }),
      notificationWindowHours: windowHours,
      ...noticeTexts,
    })
    .refine(isInOrder, endsAfterStart)
    .nullable()
    .optional(),
  announcement: z
    .strictObject({
      desktop: PictureName,
      mobile: PictureName.nullable(),
      text: LineOrNothing(300).min(1, 'Describe the picture for people who can’t see it.'),
      activeTill: z.iso.datetime({ offset: true }).nullable(),
    })
    .nullable()
    .optional(),
  newChat: z
    .strictObject({
      picture: PictureName.nullable(),
      title: LineOrNothing(120),
      text: LineOrNothing(300),
    })
    .nullable()
    .optional(),
})
export type NoticeChanges = z.infer<typeof NoticeChanges>

export const getNotices = endpoint({
  name: 'getNotices',
  host: 'main',
  method: 'GET',
  path: '/system/notices',
  caller: 'system-admin',
  summary: 'Returns the planned downtime, the forced sign-out, the announcement and the new-chat screen.',
  reply: { json: dataReply(Notices) },
  errors: [],
})

export const changeNotices = endpoint({
  name: 'changeNotices',
  host: 'main',
  method: 'PATCH',
  path: '/system/notices',
  caller: 'system-admin',
  summary:
    'Sets or ends (null) the given notices. A downtime of the app configuration file cannot be changed here.',
  body: NoticeChanges,
  reply: { json: dataReply(Notices) },
  errors: ['INVALID_INPUT', 'SET_BY_ENVIRONMENT'],
})

export const forceSignOut = endpoint({
  name: 'forceSignOut',
  host: 'main',
  method: 'POST',
  path: '/system/force-logout',
  caller: 'system-admin',
  summary:
    'Signs everybody out, the caller too: ends every session, and browsers clear their storage under a new version. Requires proof of the caller’s identity.',
  body: withProof,
  holdsSecret: true,
  reply: { json: dataReply(Notices) },
  errors: ['INVALID_INPUT', 'PROOF_NOT_ACCEPTED', 'SET_BY_ENVIRONMENT'],
})

export const clearForcedSignOut = endpoint({
  name: 'clearForcedSignOut',
  host: 'main',
  method: 'DELETE',
  path: '/system/force-logout',
  caller: 'system-admin',
  summary: 'Clears the forced sign-out: browsers that have not acted on it yet forget it.',
  reply: { json: dataReply(Notices) },
  errors: ['SET_BY_ENVIRONMENT'],
})

/** 1 MiB of picture. */
export const maxNoticePictureBytes = 1024 * 1024

export const uploadNoticePicture = endpoint({
  name: 'uploadNoticePicture',
  host: 'main',
  method: 'POST',
  path: '/system/notices/pictures',
  caller: 'system-admin',
  summary:
    'Stores a PNG, JPEG, GIF or WebP of at most 1 MB for an announcement; unused ones are deleted after a day.',
  idempotency: 'key',
  bodyLimitBytes: 1_500_000,
  body: z.strictObject({
    base64: z
      .string()
      .max(Math.ceil(maxNoticePictureBytes / 3) * 4, 'The picture can have at most 1 MB.')
      .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'This should be base64.'),
  }),
  reply: { json: dataReply(z.strictObject({ name: z.string(), url: z.string() })) },
  errors: ['INVALID_INPUT', 'FILE_NOT_SUPPORTED'],
})

export const getNoticePicture = endpoint({
  name: 'getNoticePicture',
  host: 'main',
  method: 'GET',
  path: '/files/notices/:name',
  caller: 'anyone',
  summary: 'Returns the picture of an announcement, by the hash of its bytes; cached for a year.',
  params: z.strictObject({ name: z.string().regex(pictureName) }),
  reply: { other: ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] },
  errors: ['NOT_FOUND'],
})

export const noticeEndpoints = {
  getNotices,
  changeNotices,
  forceSignOut,
  clearForcedSignOut,
  uploadNoticePicture,
  getNoticePicture,
}
