import type english from '../../en/team/terms.ts'
import type { Translation } from '../../translation.ts'

export default {
  title: '使用条款',
  lead: '本条款由你与运营此 Atrium 服务的组织共同遵守。条款简短，供你阅读。',
  'section.service.title': '服务做什么',
  'section.service.text':
    'Atrium 将你的问题转交给 AI 模型，并为你以及你分享的人保存回答。运营本服务的组织决定提供哪些模型、各模型消耗多少积分以及对话保存多久。',
  'section.account.title': '你的登录信息',
  'section.account.text':
    '请使用你自己的邮箱地址和他人不知道的密码。使用你的登录信息所做的一切视为你本人所为。如果你认为有他人在使用，请立即告知本服务的运营者。',
  'section.content.title': '你撰写和上传的内容',
  'section.content.text':
    '你撰写和上传的内容仍归你所有。你允许服务为回答你的问题而在必要范围内保存这些内容，并发送给你选择的模型。请勿提交你无权转交的内容：他人的个人信息、你承诺保守的秘密、你无权复制的作品。',
  'section.answers.title': '模型的回答',
  'section.answers.text':
    '回答由机器撰写，可能听起来很确定，却是错误、过时或不公正的。在依赖之前请核实重要内容，尤其是健康、法律、金钱和安全方面的问题。你对如何使用回答负责。',
  'section.fairUse.title': '合理使用',
  'section.fairUse.text':
    '请勿利用本服务违反法律、伤害或欺骗他人、制作恶意软件、群发消息或规避限制。请勿试图访问未与你共享的房间、对话或文件。',
  'section.privacy.title': '谁能看到什么',
  'section.privacy.text':
    '在你分享之前，对话只属于你。房间成员可以看到房间内共享的内容。账户管理员可以看到有哪些成员以及用了多少积分。与任何自托管服务一样，运营服务器的人在技术上可以接触到其中的数据；请向他们了解如何处理数据。',
  'section.credits.title': '积分',
  'section.credits.text':
    '提问会消耗积分，多少取决于模型和长度。每个问题消耗的积分显示在对话历史中。在写出任何内容之前就失败的回答不消耗积分。',
  'section.age.title': '年龄',
  'section.age.text': '你必须年满 18 岁，或达到你居住地规定的法定年龄。未满 18 岁者需要父母或监护人的许可。',
  'section.ending.title': '终止与变更',
  'section.ending.text':
    '你可以随时停止使用。运营者可以关闭违反本条款的登录。如果条款发生重要变更，在你继续之前会再次征求你的同意。服务按现状提供；你所在国家法律赋予且不可放弃的权利不受影响。',
  'gate.title': '开始之前',
  'gate.confirm': '我确认已达到使用本服务的法定年龄',
  'gate.age': '你已年满 18 岁，或达到你所在国家的法定年龄。未满 18 岁需要父母或监护人的许可。',
  'gate.missing': '请确认你已达到法定年龄。',
  'gate.submit': '接受并继续',
  'gate.decline': '退出登录',
  back: '返回',
} as const satisfies Translation<typeof english, 'zh'>
