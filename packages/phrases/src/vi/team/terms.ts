import type english from '../../en/team/terms.ts'
import type { Translation } from '../../translation.ts'

export default {
  title: 'Điều khoản sử dụng',
  lead: 'Các điều khoản này là giữa bạn và tổ chức vận hành dịch vụ Atrium này. Chúng ngắn gọn và được viết để đọc.',
  'section.service.title': 'Dịch vụ làm gì',
  'section.service.text':
    'Atrium chuyển câu hỏi của bạn đến các mô hình AI và lưu câu trả lời cho bạn và những người bạn chia sẻ. Tổ chức vận hành dịch vụ quyết định có những mô hình nào, chúng tốn bao nhiêu tín dụng và cuộc trò chuyện được lưu bao lâu.',
  'section.account.title': 'Thông tin đăng nhập của bạn',
  'section.account.text':
    'Hãy dùng địa chỉ email của chính bạn và mật khẩu không ai khác biết. Việc làm bằng thông tin đăng nhập của bạn được coi là do bạn làm. Hãy báo ngay cho người vận hành dịch vụ nếu bạn cho rằng có người khác đang dùng.',
  'section.content.title': 'Những gì bạn viết và tải lên',
  'section.content.text':
    'Những gì bạn viết và tải lên vẫn là của bạn. Bạn cho phép dịch vụ lưu và gửi chúng đến mô hình bạn chọn, trong chừng mực cần để trả lời bạn. Đừng đưa vào những thứ bạn không có quyền chuyển đi: thông tin cá nhân của người khác, bí mật bạn đã hứa giữ, tác phẩm bạn không được sao chép.',
  'section.answers.title': 'Những gì mô hình trả lời',
  'section.answers.text':
    'Câu trả lời do máy viết. Chúng có thể sai, lỗi thời hoặc thiếu công bằng dù nghe rất chắc chắn. Hãy kiểm tra điều quan trọng trước khi dựa vào, nhất là về sức khỏe, pháp luật, tiền bạc và an toàn. Bạn chịu trách nhiệm về cách mình dùng câu trả lời.',
  'section.fairUse.title': 'Sử dụng đúng mực',
  'section.fairUse.text':
    'Đừng dùng dịch vụ để vi phạm pháp luật, gây hại hay lừa dối người khác, tạo phần mềm độc hại, gửi thư hàng loạt hoặc lách các giới hạn. Đừng tìm cách vào phòng, cuộc trò chuyện hay tệp không được chia sẻ với bạn.',
  'section.privacy.title': 'Ai thấy được gì',
  'section.privacy.text':
    'Cuộc trò chuyện là của riêng bạn cho đến khi bạn chia sẻ. Thành viên của phòng thấy những gì được chia sẻ trong phòng. Quản trị viên tài khoản thấy ai là thành viên và đã dùng bao nhiêu tín dụng. Người vận hành máy chủ, như với mọi dịch vụ tự lưu trữ, về kỹ thuật có thể tiếp cận dữ liệu; hãy hỏi họ xử lý dữ liệu thế nào.',
  'section.credits.title': 'Tín dụng',
  'section.credits.text':
    'Mỗi câu hỏi tốn tín dụng, nhiều hay ít tùy mô hình và độ dài. Số tín dụng của từng câu hỏi hiện trong lịch sử trò chuyện. Câu trả lời thất bại trước khi viết được gì thì không tốn tín dụng.',
  'section.age.title': 'Độ tuổi',
  'section.age.text':
    'Bạn phải từ 18 tuổi, hoặc đủ tuổi hợp pháp ở nơi bạn sống nếu khác. Người dưới 18 tuổi cần sự cho phép của cha mẹ hoặc người giám hộ.',
  'section.ending.title': 'Chấm dứt và thay đổi',
  'section.ending.text':
    'Bạn có thể dừng bất cứ lúc nào. Người vận hành có thể đóng quyền đăng nhập vi phạm các điều khoản này. Nếu điều khoản thay đổi đáng kể, bạn sẽ được hỏi lại trước khi tiếp tục. Dịch vụ được cung cấp nguyên trạng; các quyền mà luật nước bạn trao và không thể từ bỏ vẫn giữ nguyên.',
  'gate.title': 'Trước khi bắt đầu',
  'gate.confirm': 'Tôi xác nhận đã đủ tuổi hợp pháp để sử dụng dịch vụ này',
  'gate.age':
    'Bạn từ 18 tuổi, hoặc đủ tuổi hợp pháp ở nước bạn. Dưới 18 tuổi cần sự cho phép của cha mẹ hoặc người giám hộ.',
  'gate.missing': 'Vui lòng xác nhận bạn đã đủ tuổi hợp pháp.',
  'gate.submit': 'Chấp nhận và tiếp tục',
  'gate.decline': 'Đăng xuất',
  back: 'Quay lại',
} as const satisfies Translation<typeof english, 'vi'>
