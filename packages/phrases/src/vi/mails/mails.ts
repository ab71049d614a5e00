import type english from '../../en/mails/mails.ts'
import type { Translation } from '../../translation.ts'

export default {
  'verifyEmail.subject': 'Mã Atrium của bạn',
  'verifyEmail.text': 'Chào mừng bạn đến với Atrium. Hãy nhập mã này để xác nhận địa chỉ email của bạn:',
  'newPassword.subject': 'Mã Atrium để đặt mật khẩu mới',
  'newPassword.text':
    'Có người, hẳn là bạn, đã yêu cầu đặt mật khẩu mới cho Atrium. Hãy nhập mã này để tiếp tục:',
  'code.life': 'Mã có hiệu lực trong 10 phút và cho 5 lần thử. Không ai của Atrium sẽ hỏi bạn mã này.',
  'code.notYou': 'Nếu bạn không yêu cầu, bạn có thể bỏ qua thư này: chưa có gì bị thay đổi.',
  'alreadySignedUp.subject': 'Bạn đã có tài khoản đăng nhập Atrium',
  'alreadySignedUp.text':
    'Có người, có thể là bạn, đã thử đăng ký Atrium bằng địa chỉ email này. Địa chỉ này đã có tài khoản đăng nhập và chưa có gì bị thay đổi.',
  'alreadySignedUp.next':
    'Để tiếp tục, hãy đăng nhập tại đây, hoặc đặt mật khẩu mới tại đó nếu bạn đã quên: {{url}}',
  'passwordChanged.subject': 'Mật khẩu Atrium của bạn đã được thay đổi',
  'passwordChanged.text':
    'Mật khẩu đăng nhập Atrium của bạn vừa được thay đổi và mọi phiên khác đã kết thúc.',
  'passwordChanged.next': 'Nếu không phải bạn làm, hãy đặt mật khẩu mới ngay: {{url}}',
  'providerAdded.subject': 'Giờ bạn có thể đăng nhập Atrium qua {{provider}}',
  'providerAdded.text':
    'Từ bây giờ bạn cũng có thể đăng nhập Atrium qua {{provider}}, vì bên này đã xác nhận địa chỉ email này là của bạn.',
  'providerAdded.next': 'Nếu không phải bạn, hãy đặt mật khẩu mới ngay: {{url}}',
} as const satisfies Translation<typeof english, 'vi'>
