/** The first requests of applications, as their sources and traces in public show them. */
export interface AskedOfBoth {
  application: string
  method: 'PROPFIND' | 'REPORT'
  place: 'root' | 'principal' | 'home' | 'collection'
  depth: '0' | '1'
  body: (objects: string[]) => string
}

const NAMESPACES = `xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:cs="http://calendarserver.org/ns/" \
xmlns:ic="http://apple.com/ns/ical/" xmlns:p="https://bitfire.at/webdav-push"`

const elements = (names: string) => names.split(/\s+/).map((name) => `<${name}/>`)
const propfind = (names: string) => () =>
  `<d:propfind ${NAMESPACES}><d:prop>${elements(names).join('')}</d:prop></d:propfind>`
const report =
  (name: string, properties: string, more: (objects: string[]) => string) => (objects: string[]) =>
    `<${name} ${NAMESPACES}><d:prop>${elements(properties).join('')}</d:prop>${more(objects)}</${name}>`
const hrefs = (objects: string[]) => objects.map((href) => `<d:href>${href}</d:href>`).join('')
const sync = () => '<d:sync-token/><d:sync-level>1</d:sync-level>'
const range = () =>
  `<c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT">
<c:time-range start="20260101T000000Z"/></c:comp-filter></c:comp-filter></c:filter>`
const events = () =>
  '<c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT"/></c:comp-filter></c:filter>'

const APPLE_PRINCIPAL = `c:calendar-home-set c:calendar-user-address-set d:current-user-principal d:displayname
cs:dropbox-home-URL cs:email-address-set cs:notification-URL d:principal-collection-set d:principal-URL d:resource-id
c:schedule-inbox-URL c:schedule-outbox-URL d:supported-report-set`
const APPLE_CALENDAR = `cs:getctag d:displayname c:calendar-description ic:calendar-color ic:calendar-order
c:supported-calendar-component-set d:resourcetype d:owner c:calendar-free-busy-set c:schedule-calendar-transp
c:schedule-default-calendar-URL d:quota-available-bytes d:quota-used-bytes c:calendar-timezone
d:current-user-privilege-set cs:source cs:subscribed-strip-alarms cs:subscribed-strip-attachments
cs:subscribed-strip-todos ic:refreshrate cs:push-transports cs:pushkey cs:publish-url cs:allowed-sharing-modes
d:sync-token d:supported-report-set c:default-alarm-vevent-datetime`
const THUNDERBIRD_FIRST = `d:resourcetype d:owner d:displayname d:current-user-principal d:current-user-privilege-set
ic:calendar-color c:calendar-home-set`
const THUNDERBIRD_CALENDAR = `d:resourcetype d:owner d:current-user-principal d:current-user-privilege-set
d:supported-report-set c:supported-calendar-component-set cs:getctag`
const EVOLUTION_HOME = `d:resourcetype d:displayname d:current-user-privilege-set c:calendar-description
c:supported-calendar-component-set ic:calendar-color ic:calendar-order`
const DAVX5_HOME = `d:resourcetype d:displayname d:owner d:current-user-privilege-set ic:calendar-color
c:calendar-description c:calendar-timezone c:calendar-timezone-id c:supported-calendar-component-set cs:source
p:transports p:topic`
const DAVX5_CALENDAR = `c:max-resource-size d:supported-report-set cs:getctag d:sync-token`

const asked = (
  application: string,
  method: AskedOfBoth['method'],
  place: AskedOfBoth['place'],
  depth: AskedOfBoth['depth'],
  body: AskedOfBoth['body'],
): AskedOfBoth => ({ application, method, place, depth, body })

export const REQUESTS: AskedOfBoth[] = [
  asked(
    'Apple',
    'PROPFIND',
    'root',
    '0',
    propfind('d:current-user-principal d:principal-URL d:resourcetype'),
  ),
  asked('Apple', 'PROPFIND', 'principal', '0', propfind(APPLE_PRINCIPAL)),
  asked('Apple', 'PROPFIND', 'home', '1', propfind(APPLE_CALENDAR)),
  asked('Apple', 'PROPFIND', 'collection', '1', propfind('cs:getctag d:getetag d:sync-token')),
  asked('Apple', 'REPORT', 'collection', '1', report('c:calendar-query', 'd:getetag', range)),
  asked('Thunderbird', 'PROPFIND', 'root', '0', propfind(THUNDERBIRD_FIRST)),
  asked('Thunderbird', 'PROPFIND', 'principal', '0', propfind('c:calendar-home-set')),
  asked('Thunderbird', 'PROPFIND', 'collection', '0', propfind(THUNDERBIRD_CALENDAR)),
  asked(
    'Thunderbird',
    'REPORT',
    'collection',
    '1',
    report('d:sync-collection', 'd:getcontenttype d:getetag', sync),
  ),
  asked(
    'Thunderbird',
    'REPORT',
    'collection',
    '1',
    report('c:calendar-multiget', 'd:getetag c:calendar-data', hrefs),
  ),
  asked('Evolution', 'PROPFIND', 'home', '1', propfind(EVOLUTION_HOME)),
  asked('Evolution', 'REPORT', 'collection', '1', report('c:calendar-query', 'd:getetag', events)),
  asked(
    'DAVx5',
    'PROPFIND',
    'root',
    '0',
    propfind('d:resourcetype d:current-user-principal c:calendar-home-set'),
  ),
  asked('DAVx5', 'PROPFIND', 'home', '1', propfind(DAVX5_HOME)),
  asked('DAVx5', 'PROPFIND', 'collection', '0', propfind(DAVX5_CALENDAR)),
  asked('DAVx5', 'REPORT', 'collection', '0', report('d:sync-collection', 'd:getetag', sync)),
  asked(
    'DAVx5',
    'REPORT',
    'collection',
    '0',
    report('c:calendar-multiget', 'd:getetag c:calendar-data c:schedule-tag', hrefs),
  ),
]
