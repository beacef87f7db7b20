// Polite forms (です・ます); headings and buttons are nouns.
import type { Words } from '../index.ts'

/** Signing in, setting up, invitations. */
export const entry: Words['entry'] = {
  signIn: 'サインイン',
  password: 'パスワード',
  linkInstead: '代わりにメールでリンクを受け取る',
  forgotten: 'パスワードを忘れた',
  welcomeBack: 'おかえりなさい',
  pressToSignIn: 'ボタンを押すとこの端末でサインインします。',
  anotherWay: '別の方法でサインイン',
  backToSignIn: 'サインインに戻る',
  yourLink: 'リンク',
  byEmail: 'メールでサインイン',
  setNewPassword: '新しいパスワードを設定',
  linkComes: 'メールアドレスにリンクをお送りします。',
  sendLink: 'リンクを送る',
  sendLinkAgain: 'リンクをもう一度送る',
  checkEmail: 'メールをご確認ください',
  sentForAnHour: '{email} のアカウントがここにあれば、リンクをお送りしました。有効期間は1時間です。',
  sentForMinutes: '{email} のアカウントがここにあれば、リンクをお送りしました。有効期間は15分です。',
  sentHere:
    '{email} のアカウントがここにあれば、リンクをお送りしました。このブラウザで開いてから、このページに戻ってください。',
  linkDead: 'このリンクは使えなくなりました',
  overAnHour: 'すでに使われたか、1時間以上たっています。',
  overMinutes: 'すでに使われたか、15分以上たっています。',
  getNewLink: '新しいリンクを受け取る',
  codeLabel: '認証アプリのコード',
  backupLabel: 'バックアップコード',
  useBackup: 'バックアップコードを使う',
  useAuthenticator: '認証アプリを使う',
  signedOutTitle: 'サインアウトされました',
  continueByPassword: '続けるにはサインインしてください。このページに入力した内容は残っています。',
  continueByLink:
    'メールアドレスにお送りするリンクでサインインしてください。このページに入力した内容は残っています。',
  leaveAsOther: 'このページを離れて別の人としてサインイン',
  resetText: 'ほかのすべての場所でサインアウトされます。',
  setAndSignIn: 'パスワードを設定してサインイン',
  invitationDead: 'この招待は使えなくなりました',
  invitationDeadText:
    'すでに使われたか、7日以上たったか、取り消されています。承諾済みの場合はサインインしてください。そうでない場合は、招待した人に新しい招待を頼んでください。',
  welcome: '{company} へようこそ',
  invitedBy:
    '{name} さんから招待されました。パスワードを設定するか、空欄のままにして、メールでお送りするリンクでサインインしてください。',
  invited:
    '招待されました。パスワードを設定するか、空欄のままにして、メールでお送りするリンクでサインインしてください。',
  accept: '招待を承諾',
  emptyTitle: 'まだ何も設定されていません',
  emptyText: 'このサービスにはまだ団体がないため、誰もサインインできません。',
  emptyHow:
    '起動時にログにリンクが書き込まれました。そのリンクを開き、団体の名前を決め、パスワードを選んでください。',
  whereLog:
    'ログは {start} を実行したターミナル、{journal} または {docker} にあります。リンクの有効期間は7日間で、起動するたびに新しいリンクが書き込まれます。',
  setUpAlready: 'このサービスはすでに設定されています',
  setUpAlreadyText:
    'このリンクの役目は終わりました。まだアカウントがない場合は、所有者に招待を頼んでください。',
  setUpDead: '7日以上たったか、全体がコピーされていません。',
  setUpTitle: '団体を設定',
  setUpText: 'あなたがその所有者になります。すべてあとで変更できます。',
  company: '団体の名前',
  companyFault: '名前を入力してください。カレンダーに表示されます',
  timezoneFault: '一つ選んでください',
  yourEmail: 'あなたのメールアドレス',
  setUp: '設定する',
}
