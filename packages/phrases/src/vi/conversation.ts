import type english from '../en/conversation.ts'
import type { Translation } from '../translation.ts'

export default {
  copy: 'Sao chép',
  copied: 'Đã sao chép',
  copyCode: 'Sao chép mã',
  copyAsCsv: 'Sao chép bảng dạng CSV',
  copyAsMarkdown: 'Sao chép bảng dạng Markdown',
  plainCode: 'Văn bản',
  table: 'Bảng',
  showSource: 'Xem mã nguồn',
  showDiagram: 'Xem sơ đồ',
  diagramFailed: 'Không vẽ được sơ đồ này. Mã nguồn của sơ đồ được hiển thị thay thế.',
  diagram: 'Sơ đồ',
  imageFrom: 'Hình ảnh từ {{host}}',
  loadImage: 'Tải hình ảnh',
  imageFailed: 'Không tải được hình ảnh này tại đây.',
  openImage: 'Mở trong thẻ mới',
  showMoreRows_other: 'Hiện thêm {{count}} dòng',
  showMore: 'Hiện thêm',
  footnotes: 'Chú thích',
  footnote: 'Chú thích {{number}}',
  thinking: 'Đang suy nghĩ...',
  thoughtFor_other: 'Đã suy nghĩ trong {{count}} giây',
  thoughts: 'Suy nghĩ',
  notInSources: 'Không tìm thấy trong các nguồn',
} as const satisfies Translation<typeof english, 'vi'>
