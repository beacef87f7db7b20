import type { Words } from '../index.ts'

export const signatures: Words['signatures'] = {
  noSign: 'Die Adresse hat kein apiSign.',
  noSignFix: 'Fügen Sie den Parameter apiSign mit der Signatur hinzu.',
  signForm: 'apiSign hat weder 32 noch 64 Hexadezimalzeichen und ist daher keine unserer Signaturen.',
  signFormFix: 'Senden Sie das MD5 als 32 Hexadezimalzeichen oder das HMAC-SHA256 als 64.',
  signBase64: 'Die Signatur ist in Base64 codiert.',
  signBase64Fix: 'Codieren Sie sie als Hexadezimalzeichen.',
  algorithm: 'Die Signatur wurde mit {detail} erstellt.',
  algorithmFix: 'Verwenden Sie MD5, oder HMAC-SHA256 mit apiTime unter den Parametern.',
  noKey: 'Die Adresse hat keinen apiKey.',
  noKeyFix: 'Fügen Sie den Parameter apiKey hinzu, und signieren Sie ihn mit.',
  unsorted: 'Die Parameter wurden in der Reihenfolge signiert, in der sie gesendet wurden.',
  unsortedFix:
    'Sortieren Sie sie vor dem Signieren nach Namen. Gesendet werden dürfen sie in beliebiger Reihenfolge.',
  encoded: 'Die Parameter wurden so codiert signiert, wie sie in der Adresse stehen.',
  encodedFix: 'Signieren Sie Namen und Werte decodiert: ein Leerzeichen, nicht %20 oder +.',
  separators: 'Die Parameter wurden mit = oder & dazwischen signiert.',
  separatorsFix: 'Fügen Sie Namen und Werte ohne etwas dazwischen zusammen: apiKeyabclimit10.',
  leftOut: 'Der Parameter {detail} wurde nicht signiert.',
  leftOutFix:
    'Signieren Sie jeden Parameter der Adresse außer apiSign, auch die, die eine Bibliothek hinzufügt.',
  bodyMissing: 'Der Inhalt wurde nicht signiert.',
  bodyMissingFix: 'Hängen Sie den Inhalt am Ende an, Byte für Byte wie gesendet.',
  bodyRewritten:
    'Das signierte JSON unterscheidet sich vom gesendeten in Leerzeichen, Zeilenumbrüchen oder Escapes.',
  bodyRewrittenFix: 'Erzeugen Sie den Inhalt einmal, signieren Sie diesen Text, und senden Sie denselben.',
  bodyChanged: 'Die Signatur gehört zum hier eingegebenen Inhalt, aber beim Dienst kam ein anderer an.',
  bodyChangedFix:
    'Finden Sie heraus, was den Inhalt nach dem Signieren ändert: eine Bibliothek, die das JSON neu schreibt, oder ein Proxy.',
  secretPlace: 'Das Geheimnis wurde nicht wie dokumentiert verwendet.',
  secretPlaceFix:
    'Für MD5 stellen Sie das Geheimnis an den Anfang des Textes und hashen alles. Für SHA-256 ist das Geheimnis der Schlüssel eines HMAC und steht nicht im Text.',
  otherKey: 'Es wurde mit dem Geheimnis eines anderen Schlüssels signiert, „{detail}“.',
  otherKeyFix:
    'Verwenden Sie das Geheimnis dieses API-Schlüssels, oder senden Sie den anderen Schlüssel als apiKey.',
  noTime: 'apiTime fehlt. SHA-256-Signaturen brauchen es.',
  noTimeFix: 'Fügen Sie apiTime in Unix-Sekunden hinzu, und signieren Sie es mit.',
  timeUnit: 'apiTime ist keine Zeit in Unix-Sekunden.',
  timeUnitFix: 'Senden Sie ganze Sekunden seit 1970, keine Millisekunden und kein Datum.',
  clock: 'Ihre Uhr und unsere weichen um {detail} ab. Erlaubt sind höchstens 300 Sekunden.',
  clockFix: 'Stellen Sie die Uhr mit NTP, und signieren Sie unmittelbar vor dem Senden.',
  keyOff: 'Der API-Schlüssel ist ausgeschaltet.',
  keyExpired: 'Der API-Schlüssel ist abgelaufen.',
  keySha256: 'Der API-Schlüssel nimmt nur SHA-256-Signaturen an.',
  keyOnce: 'Der API-Schlüssel nimmt jede Anfrage nur einmal an: Sie braucht timestamp und nonce.',
}
