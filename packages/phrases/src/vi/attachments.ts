import type english from '../en/attachments.ts'
import type { Translation } from '../translation.ts'

export default {
  add: 'Thêm hình ảnh và tài liệu',
  chosen: 'Tệp của câu hỏi',
  attached: 'Hình ảnh của câu hỏi',
  sending: 'Đang gửi {{name}}',
  awaited: 'Đang gửi tệp…',
  failedOnes: 'Không dùng được một tệp. Hãy thử lại hoặc xóa nó.',
  retry: 'Gửi lại {{name}}',
  remove: 'Xóa {{name}}',
  drop: 'Thả tệp cho câu hỏi của bạn',
  notSupported: 'Tệp bạn tải lên không được hỗ trợ.',
  tooMany_other: 'Một câu hỏi có thể kèm tối đa {{count, number}} tệp.',
  unseeing: '{{model}} không thể xem hình ảnh.',
  nobodySees: '{{model}} không thể xem hình ảnh, và ở đây không có mô hình nào xem được.',
  switch: 'Chuyển sang {{model}}',
  enlarge: 'Xem lớn {{name}}',
  download: 'Tải xuống',
  gone: '{{name}} không còn nữa. Hãy xoá hoặc thêm lại.',
  missing: 'Không tải được {{name}}',
  documents: 'Tài liệu của câu hỏi',
  open: 'Mở {{name}}',
  reading: 'Đang đọc…',
  'reading.parts': 'Đang đọc… {{done, number}}/{{total, number}}',
  'awaited.reading': 'Đang đọc tài liệu…',
} as const satisfies Translation<typeof english, 'vi'>
