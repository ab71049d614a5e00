import type english from '../../en/mails/report-texts.ts'
import type { Translation } from '../../translation.ts'

/** Texts that the server writes into reports of data analyses. */
export default {
  method: 'Cách tính các kết quả này',
  methodText:
    'Atrium đã chạy từng truy vấn dưới đây trên {{files}}. Mọi con số trong các bảng đều đến từ những truy vấn này. Mô hình đã viết các truy vấn và phần văn bản.',
  query: '{{analysis}} Số hàng trong kết quả: {{count}}.',
  noRows: 'Truy vấn không trả về hàng nào.',
  firstRows: '{{shown}} hàng đầu trong {{count}} hàng.',
} as const satisfies Translation<typeof english, 'vi'>
