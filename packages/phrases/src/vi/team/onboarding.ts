import type english from '../../en/team/onboarding.ts'
import type { Translation } from '../../translation.ts'

export default {
  'welcome.title': 'Chào mừng bạn đến với Atrium',
  'welcome.step': 'Bước {{step, number}}/{{count, number}}',
  'welcome.skip': 'Bỏ qua',
  'welcome.back': 'Quay lại',
  'welcome.next': 'Tiếp',
  'welcome.start': 'Bắt đầu',
  'welcome.ask.title': 'Hỏi bất kỳ mô hình nào',
  'welcome.ask.text':
    'Viết câu hỏi, đính kèm tệp và chọn mô hình, hoặc để Auto chọn. Bạn thấy giá trước khi gửi.',
  'welcome.rooms.title': 'Làm việc cùng nhau trong phòng',
  'welcome.rooms.text':
    'Mỗi phòng có thành viên, tệp và chỉ dẫn riêng, và mọi cuộc trò chuyện trong phòng đều dùng chúng. Cuộc trò chuyện của bạn là riêng tư cho đến khi bạn chia sẻ.',
  'welcome.sources.title': 'Kiểm tra mọi câu trả lời',
  'welcome.sources.text':
    'Câu trả lời trích dẫn các đoạn đã dùng. Chọn một trích dẫn để đọc đoạn đó trong tài liệu.',
  'steps.title': 'Bắt đầu',
  'steps.done': 'Đã xong {{done, number}}/{{count, number}}',
  'steps.close': 'Đóng danh sách này',
  'steps.invite': 'Mời mọi người',
  'steps.file': 'Thêm tệp',
  'steps.template': 'Dùng một mẫu câu hỏi',
  'steps.isDone': 'Đã xong',
  'steps.isOpen': 'Chưa làm',
} as const satisfies Translation<typeof english, 'vi'>
