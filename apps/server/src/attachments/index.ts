export {
  type Attached,
  attach,
  attachmentsOf,
  documentsOfChat,
  isPicture,
  requireAttachments,
  type StoredAttachment,
  type StoredDocument,
} from './attach.ts'
export { linkToDocument } from './document-links.ts'
export { filesOfPerson } from './files-of-person.ts'
export { keepMadePicture, picturesOfFiles } from './keep-made-picture.ts'
export { readAttachment, sendAttachment } from './open-attachment.ts'
export { dropUnshownPictures, fileOfChat, requirePictureOfChat } from './pictures-of-chat.ts'
export { attachmentReceiver } from './receive-attachment.ts'
export { attachmentBindings } from './routes.ts'
export { eraseAttachments, eraseAttachmentsOf, sweepAttachments } from './sweep-attachments.ts'
