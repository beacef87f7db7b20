import type { Words } from '../index.ts'

export const seen: Words['seen'] = {
  draft: 'これは下書きです。公開するまで誰にも見えません。',
  draftCalendar: 'カレンダーが下書きです。公開するまで予定は誰にも見えません。',
  leftFeeds: 'フィードに残す期間より前に終わったため、もう含まれていません。',
  notYetInFeeds: 'フィードに表示する期間より後に始まります。近づくと表示されます。',
  past: 'すでに終わっています。日付を確かめてください。',
  shortNotice: {
    other:
      '約{count}時間後に始まります。1日に1回しか変更を確認しないアプリもあるため、全員に間に合うとは限りません。',
  },
  titleLong: {
    other:
      'タイトルは{count}文字です。スマートフォンの一覧に表示されるのは約{most}文字です：「{shown}」 大事なことを先に書いてください。',
  },
  titleOutlook: 'Outlookが残すのはタイトルの最初の{most}文字です。残りは失われます。',
  detailsLong: 'Googleが残すのは詳細とリンクの約{most}文字です。最後のリンクが欠けることがあります。',
  html: '詳細にHTMLが含まれています。ほとんどのアプリはタグをそのまま文字として表示します。',
  noTimeZone: 'タイムゾーンの指定がないため、お使いのものを使います：{zone}。',
  clockForward: '{zone}ではこのとき時計が進むため、この時刻は存在しません。1時間後として扱います。',
  clockBack: '{zone}ではこのとき時計が戻るため、この時刻は2回あります。最初のほうを使います。',
  writtenInUtc:
    '{zone}の時計の変更には毎年の規則がないため、フィードはUTCで時刻を示します。正しい時刻に表示されます。',
  allDay: '終日は、どこにいてもこの日付という意味です。時刻もタイムゾーンもありません。',
  reminderDropped:
    'Googleカレンダー、Android、Outlook.comはリマインダーを表示しません。Appleは利用者に尋ね、外すことを勧めます。',
  beyondFeedUntil:
    'カレンダーのフィードがいっぱいで（{size} kB）、{day}までの予定を表示しています。この予定は近づくと表示されます。',
  beyondFeedSince:
    'カレンダーのフィードがいっぱいで（{size} kB）、{day}以降の予定を表示しています。この予定は含まれません。',
  feedFull:
    'カレンダーのフィードがいっぱいです（{size} kB）。新しい予定が入るたびに最も遠い予定が外れます。まず最も古いもの、次に最も先のものです。',
  feedNearLimit:
    'カレンダーのフィードは{size} kBのうち{percent}まで埋まっています。いっぱいになると最も古い予定から外れます。詳細を短くすると効果があります。',
  googleWhere: 'ブラウザ',
  googleReminders: '購読したカレンダーのリマインダーは使いません。',
  googleUpdates: '通常は8～24時間以内。早めることはできません。',
  androidName: 'Android',
  androidWhere: 'Googleカレンダー経由',
  androidReminders: 'Googleから予定を受け取ります。リマインダーはありません。',
  androidUpdates: 'Googleに届いた後、通常は8～24時間以内。',
  appleWhere: 'iPhone、iPad、Mac',
  appleReminders: '購読時に通知を外すか尋ねます。初期設定では外します。',
  appleUpdates: '端末の設定により15分～1日。',
  outlookComName: 'Outlook.comとMicrosoft 365',
  outlookComWhere: 'ブラウザとスマートフォン',
  outlookComReminders: '独自のリマインダーを使うか、使いません。',
  outlookComUpdates: '約3時間ごと。1日後になることもあります。',
  outlookName: 'Windows版Outlook',
  outlookWhere: '（従来のアプリ）',
  outlookReminders: 'このカレンダーのリマインダーをオフにしていなければ残ります。',
  outlookUpdates: '開いている間は約1時間ごと。',
}
