import type english from '../en/long-chat.ts'
import type { Translation } from '../translation.ts'

export default {
  messages: 'Tin nhắn',
  'turns.failed': 'Không thể tải các tin nhắn này.',
  'outline.open': 'Các câu hỏi trong cuộc trò chuyện này',
  'outline.title': 'Đi đến một câu hỏi',
  'outline.find': 'Tìm câu hỏi',
  'outline.questions': 'Các câu hỏi trong cuộc trò chuyện này',
  'outline.here': 'Bạn đang ở đây',
  'outline.none': 'Không có câu hỏi nào bắt đầu bằng những từ này.',
  'summary.label': 'Bản tóm tắt phần trước',
  'summary.sent_other': '{{count, number}} câu hỏi trước được gửi dưới dạng tóm tắt',
  'summary.putAside_other': '{{count, number}} câu hỏi trước được gửi đầy đủ, không tóm tắt',
  'summary.by':
    'Do {{model}} viết. Chỉ mô hình đọc bản này thay cho các tin nhắn ở trên; với bạn, chúng vẫn giữ nguyên.',
  'summary.edited':
    'Đã được bạn sửa. Chỉ mô hình đọc bản này thay cho các tin nhắn ở trên; với bạn, chúng vẫn giữ nguyên.',
  'summary.edit': 'Sửa bản tóm tắt',
  'summary.editor': 'Nội dung bản tóm tắt',
  'summary.save': 'Lưu',
  'summary.sendAll': 'Gửi lại toàn bộ',
  'summary.use': 'Gửi bản tóm tắt',
  summarising: 'Đang tóm tắt phần trước…',
  'gauge.title': 'Độ dài cuộc trò chuyện',
  'gauge.label': 'Cuộc trò chuyện chiếm {{part}} lượng mà mô hình đọc được',
  'gauge.numbers': '{{tokens, number}} trên {{limit, number}} token ({{part}})',
  'gauge.later':
    'Khi đạt bốn phần năm, phần cũ nhất được gửi cho mô hình dưới dạng tóm tắt. Những gì bạn thấy vẫn giữ nguyên.',
  'gauge.next_other':
    'Trước câu hỏi tiếp theo của bạn, {{count, number}} câu cũ nhất được tóm tắt cho mô hình. Những gì bạn thấy vẫn giữ nguyên.',
  'gauge.full':
    'Câu hỏi của bạn quá dài với mô hình này, dù mọi phần trước đều được tóm tắt. Hãy rút ngắn hoặc chọn mô hình đọc được nhiều hơn.',
  'gauge.sendsAll':
    'Trong cuộc trò chuyện này, mọi thứ được gửi đầy đủ. Nếu bạn cho tóm tắt, mô hình sẽ đọc bản tóm tắt của phần cũ nhất.',
  'gauge.summarise': 'Tóm tắt phần trước',
  'gauge.nothing': 'Chưa có gì để tóm tắt.',
  'tooLong.by_other': 'Thừa {{count, number}} token.',
  'tooLong.summarise': 'Tóm tắt phần trước rồi hỏi lại',
} as const satisfies Translation<typeof english, 'vi'>
