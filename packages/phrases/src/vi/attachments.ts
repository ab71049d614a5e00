import type english from '../en/attachments.ts'
import type { Translation } from '../translation.ts'

export default {
  add: 'Thêm hình ảnh',
  chosen: 'Hình ảnh của câu hỏi',
  attached: 'Hình ảnh của câu hỏi',
  sending: 'Đang gửi {{name}}',
  awaited: 'Đang gửi hình ảnh…',
  failedOnes: 'Không gửi được một hình ảnh. Hãy thử lại hoặc xóa nó.',
  retry: 'Gửi lại {{name}}',
  remove: 'Xóa {{name}}',
  drop: 'Thả hình ảnh cho câu hỏi của bạn',
  notSupported: 'Tệp bạn tải lên không được hỗ trợ.',
  tooMany_other: 'Một câu hỏi có thể kèm tối đa {{count, number}} hình ảnh.',
  unseeing: '{{model}} không thể xem hình ảnh.',
  nobodySees: '{{model}} không thể xem hình ảnh, và ở đây không có mô hình nào xem được.',
  switch: 'Chuyển sang {{model}}',
  enlarge: 'Xem lớn {{name}}',
  download: 'Tải xuống',
  gone: '{{name}} không còn nữa. Hãy xoá hoặc thêm lại.',
  missing: 'Không tải được {{name}}',
} as const satisfies Translation<typeof english, 'vi'>
