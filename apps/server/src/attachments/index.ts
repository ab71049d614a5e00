export { allowanceOfFiles } from './allowance-of-files.ts'
export { attachmentsModule } from './attachments.module.ts'
export { refuseTooMuchTogether } from './plan-limits.ts'
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
export { copyAttachments, copyPictures } from './copy-files.ts'
export { linkToDocument } from './document-links.ts'
export { keepMadePicture, picturesOfFiles } from './keep-made-picture.ts'
export { nameInExport } from './own-data.ts'
export { readAttachment, sendAttachment } from './open-attachment.ts'
export { dropUnshownPictures, fileOfChat, requirePictureOfChat } from './pictures-of-chat.ts'
