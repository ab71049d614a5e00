import { type ChatId, openChatPicture, type PicturePart, type StreamPart } from '@atrium/contract'

/** The stream event of a picture: a `file` part of the protocol, with its path below the main API. */
export const pictureEvent = (chatId: ChatId, { type: _type, ...picture }: PicturePart): StreamPart => ({
  type: 'file',
  url: openChatPicture.path.replace(':chatId', chatId).replace(':fileId', picture.fileId),
  mediaType: picture.contentType,
  providerMetadata: { atrium: picture },
})
