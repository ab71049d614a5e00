import type english from '../en/invites.ts'
import type { Translation } from '../translation.ts'

export default {
  title: 'Lời mời dành cho bạn',
  failed: 'Không tải được lời mời.',
  invited: 'Bạn được mời.',
  invitedBy: '{{name}} mời bạn.',
  forDomain: 'Mở cho mọi người có cùng tên miền email với bạn',
  accept: 'Chấp nhận',
  'accept.named': 'Chấp nhận: {{account}}',
  decline: 'Từ chối',
  'decline.named': 'Từ chối: {{account}}',
  'join.page': 'Lời mời',
  'join.title': 'Tham gia',
  'join.until': 'Có hiệu lực đến {{date}}',
  'join.notValid': 'Lời mời này không dẫn đến đâu cả',
  'join.action': 'Tham gia {{account}}',
  'join.signIn': 'Đăng nhập để tham gia',
  'join.signUp': 'Đăng ký để tham gia',
  'join.terms': 'Trước tiên hãy đọc và chấp nhận điều khoản',
  'join.other': 'Dùng địa chỉ khác',
  'join.as': 'Bạn đang đăng nhập với',
} as const satisfies Translation<typeof english, 'vi'>
