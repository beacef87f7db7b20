/** The words of a text with blanks between them. */
const words = (text: string) => text.trim().split(/\s+/)

/**
 * Headings of tables as clubs, leagues and schools write them, by field, beside the short ones of
 * `event-fields.ts`. Lower case, without spaces, dashes, dots and what stands in brackets. In English, German, French,
 * Spanish, Japanese and Arabic, and some in their neighbours' languages.
 */
export const HEADING_WORDS: Record<string, string[]> = {
  name: words(`
    name eventtitle activity fixture fixtures match game matchup what programme program show performance
    opponent opponents service lesson topic holiday titel bezeichnung betreff veranstaltung
    veranstaltungen ereignis anlass begegnung begegnungen paarung spielpaarung spiel partie gegner was
    thema stück vorstellung produktion fraktion abfallart müllart ferien gottesdienst anlaß konzert titre
    intitulé événement évènement evenement rencontre affiche adversaire objet spectacle activité
    manifestation vacances título titulo evento partido encuentro rival actividad acto asunto espectáculo
    タイトル 件名 イベント イベント名 行事 行事名 試合 対戦 対戦カード カード 内容 名称 公演 العنوان الحدث المباراة الفعالية النشاط اسمالفعالية
    titolo partita incontro jogo wedstrijd kamp ottelu mecz
  `),
  location: words(`
    location address stadium arena hall room pitch field park course pool rink theatre theater
    venueaddress facility site church ort spielort spielstätte spielstaette sportanlage sportplatz platz
    stadion halle spielhalle veranstaltungsort adresse raum saal wo kirche gebiet bezirk austragungsort
    lieu stade terrain salle endroit gymnase installation lugar sede estadio campo pabellón cancha
    ubicación dirección sala instalación 場所 会場 スタジアム 開催地 開催場所 競技場 ホール グラウンド المكان الملعب الموقع القاعة
    مكانالمباراة luogo impianto estádio locatie sted plats paikka
  `),
  startDate: words(`
    startdate datetime dateandtime dateofmatch matchdate gamedate eventdate when day dates firstday starts
    startson collectiondate datum spieldatum termin termine wann tag anfang beginn von ab datumuhrzeit
    datumzeit datumanstoß datumundzeit datumunduhrzeit startdatum ersterferientag abfuhrtermin zeitraum
    abholtag erstertag ferienbeginn spieltermin date jour quand début debut dateheure dateetheure
    datedébut datededébut datededebut du datedumatch fecha día dia cuándo inicio desde comienzo fechahora
    fechayhora fechainicio fechadeinicio 日付 日時 日にち 月日 開催日 試合日 期日 開始日 年月日 開始 開催日時 日程 التاريخ تاريخ اليوم
    موعدالمباراة تاريخالبداية البداية من الموعد data giorno dataora dato päivä pvm
  `),
  startTime: words(`
    starttime timestart ko kotime tipoff puckdrop firstpitch timeofkickoff at hour timelocal doors tip
    uhrzeit zeit anstoß anstoss anpfiff anwurf spielbeginn startzeit beginnzeit beginnuhrzeit uhr um
    anstoßzeit anstosszeit heure horaire coupd’envoi coupd'envoi coupdenvoi heurededébut heuredébut
    heuredebut heurededebut hora horario horainicio horadeinicio saqueinicial 時間 時刻 開始時間 開始時刻 キックオフ 試合開始
    開演 開演時間 ko時刻 الوقت الساعة وقت التوقيت وقتالبداية ضربةالبداية ora orario tijd tid aika godzina
  `),
  endDate: words(`
    enddate lastday ends endson through thru ende bis enddatum letztertag schluss ferienende
    letzterferientag fin datefin datedefin jusqu’au jusqu'au jusquau au fechafin fechadefin hasta final
    término al 終了日 終了 まで تاريخالنهاية النهاية إلى الى
  `),
  endTime: words(`
    endtime timeend endzeit endeuhrzeit heuredefin heurefin horafin horadefin 終了時間 終了時刻 وقتالنهاية finish
    endsat
  `),
  details: words(`
    comment comments remark remarks info information speaker besetzung beschreibung details bemerkung
    bemerkungen hinweis hinweise anmerkung notiz zusatz description détails remarque remarques commentaire
    informations observations descripción descripcion detalles nota notas observaciones comentario 備考 詳細
    説明 メモ الوصف ملاحظات التفاصيل تفاصيل
  `),
  home: words(`
    home hometeam homeclub hosts team1 teama local heim heimmannschaft heimteam heimverein mannschaft1
    gastgeber domicile équipedomicile equipedomicile recevant équipelocale équiperecevante équipe1 equipe1
    clubrecevant equipolocal locales ホーム ホームチーム チーム1 صاحبالأرض المضيف الفريقالمضيف الفريقالأول casa
    squadracasa squadradicasa mandante thuis thuisteam hjemmehold hjemmelag hemmalag koti gospodarz
  `),
  away: words(`
    away awayteam visitor visitors visitingteam team2 teamb guest guests roadteam gast gastmannschaft
    gastteam gäste gastverein auswärts auswärtsteam mannschaft2 extérieur exterieur visiteur visiteurs
    équipevisiteuse équipeextérieur équipe2 equipe2 clubvisiteur visitante visitantes equipovisitante アウェイ
    アウェー アウェイチーム ビジター チーム2 الضيف الفريقالضيف الفريقالثاني ospite squadraospite ospiti trasferta uit
    uitteam udehold bortelag bortalag vieras gość
  `),
  competition: words(`
    competition league division cup tournament comp wettbewerb bewerb liga staffel klasse turnier
    spielklasse compétition championnat épreuve competición competicion torneo categoría 大会 リーグ 大会名
    البطولة المسابقة الدوري competizione campionato
  `),
  round: words(`
    round matchday week gameweek md rd runde spieltag rnd journée journee tour jornada 節 回戦 الجولة
    giornata ronde
  `),
}

/** Headings of languages in whose countries the day comes first in 3/4/2027. */
export const DAY_FIRST_WORDS: ReadonlySet<string> = new Set(
  words(`
    datum uhrzeit heim gast heure lieu domicile extérieur exterieur jour horaire recevant visiteur
    rencontre journée fecha jornada hora visitante partido estadio التاريخ الوقت الساعة المباراة giornata
    ospite trasferta jogo wedstrijd tijd
  `),
)
