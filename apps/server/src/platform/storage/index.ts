export { createDiskStorage, type DiskStorageOptions } from './disk-storage.ts'
export {
  FileTooLargeError,
  UploadRefusedError,
  type FileFacts,
  type SizeRange,
  type Storage,
  type StoredFile,
  type UploadForm,
  type UploadToSign,
  type VerifiedUpload,
} from './storage.ts'
