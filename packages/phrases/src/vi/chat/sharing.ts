import type english from '../../en/chat/sharing.ts'
import type { Translation } from '../../translation.ts'

export default {
  share: 'Chia sẻ…',
  stop: 'Ngừng chia sẻ',
  'done.none': 'Đã ngừng chia sẻ.',
  'queue.returned': 'Câu hỏi đang chờ của bạn không được gửi.',
  me: 'Tôi',
  by: '{{name}} chia sẻ',
  byMe: 'Bạn chia sẻ',
  'mark.read': 'Chỉ đọc',
  'mark.open': 'Được đặt câu hỏi',
  'present.title': 'Đang ở đây',
  'present.count_other': '{{count, number}} người ở đây',
  'typing.state': 'Đang nhập…',
  'typing.one': '{{name}} đang nhập',
  'typing.two': '{{name}} và {{other}} đang nhập',
  'typing.more_other': '{{name}} và {{count, number}} người khác đang nhập',
  'new.read': 'Chia sẻ với {{room}}, chỉ đọc',
  'new.open': 'Chia sẻ với {{room}}, được đặt câu hỏi',
  'new.private': 'Riêng tư: chỉ bạn thấy cuộc trò chuyện này',
  'new.keep': 'Giữ riêng tư',
  'new.share': 'Chia sẻ với phòng',
} as const satisfies Translation<typeof english, 'vi'>
