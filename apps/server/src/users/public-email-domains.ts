/** Provider names with domains in many countries, without the country part. */
export const publicEmailNames: ReadonlySet<string> = new Set([
  'yahoo',
  'hotmail',
  'outlook',
  'live',
  'msn',
  'ymail',
  'gmx',
  'yandex',
  'aol',
  'rediffmail',
])

/** Domains where anybody gets a free address. One line per region; extend it as providers appear. */
export const publicEmailDomains: ReadonlySet<string> = new Set(
  `
  gmail.com googlemail.com yahoo.com ymail.com rocketmail.com myyahoo.com hotmail.com outlook.com live.com msn.com passport.com
  icloud.com me.com mac.com aol.com aim.com proton.me protonmail.com protonmail.ch pm.me tutanota.com tutanota.de tutamail.com
  tuta.io tuta.com keemail.me mail.com email.com usa.com zoho.com zohomail.com zohomail.eu fastmail.com fastmail.fm hushmail.com
  gmx.com gmx.net inbox.com lycos.com rediffmail.com duck.com hey.com startmail.com mailfence.com runbox.com posteo.net
  disroot.org riseup.net skiff.com excite.com juno.com netzero.net
  comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net earthlink.net optonline.net rogers.com shaw.ca
  sympatico.ca telus.net videotron.ca
  btinternet.com btopenworld.com talktalk.net sky.com virginmedia.com ntlworld.com blueyonder.co.uk tiscali.co.uk
  orange.fr wanadoo.fr free.fr laposte.net sfr.fr neuf.fr bbox.fr numericable.fr aliceadsl.fr club-internet.fr cegetel.net
  web.de t-online.de freenet.de arcor.de posteo.de mailbox.org 1und1.de vodafone.de
  bluewin.ch hispeed.ch sunrise.ch aon.at chello.at a1.net skynet.be telenet.be proximus.be ziggo.nl kpnmail.nl planet.nl xs4all.nl
  libero.it virgilio.it alice.it tin.it tiscali.it fastwebnet.it inwind.it iol.it email.it telefonica.net terra.es
  sapo.pt clix.pt telia.com online.no start.no mail.dk jubii.dk luukku.com suomi24.fi
  wp.pl o2.pl onet.pl interia.pl op.pl tlen.pl seznam.cz centrum.cz email.cz azet.sk zoznam.sk abv.bg mail.bg freemail.hu citromail.hu
  ukr.net i.ua meta.ua mail.ru bk.ru list.ru inbox.ru internet.ru yandex.ru ya.ru yandex.com rambler.ru inbox.lv mynet.com
  uol.com.br bol.com.br terra.com.br ig.com.br globo.com globomail.com prodigy.net.mx
  qq.com vip.qq.com foxmail.com 163.com 126.com yeah.net vip.163.com sina.com sina.cn sohu.com aliyun.com 139.com 189.cn tom.com 21cn.com
  naver.com daum.net hanmail.net nate.com docomo.ne.jp ezweb.ne.jp softbank.ne.jp nifty.com excite.co.jp
  hinet.net pchome.com.tw seed.net.tw
  vnn.vn fpt.vn hcm.vnn.vn hn.vnn.vn
  maktoob.com emirates.net.ae eim.ae link.net walla.com walla.co.il
  bigpond.com bigpond.net.au optusnet.com.au iinet.net.au xtra.co.nz slingshot.co.nz webmail.co.za mweb.co.za vodamail.co.za
  `
    .trim()
    .split(/\s+/),
)
