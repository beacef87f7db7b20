import { Code, Prose } from './code.tsx'
import { type ApiDocument, operationsOf } from './document.ts'
import { sampleOf } from './samples.ts'

/** The page to read before the first request. */
export function Overview({ document }: { document: ApiDocument }) {
  const { info, servers, components, tags } = document
  const all = tags.flatMap(({ name }) => operationsOf(document, name))
  const named = (name: string) => all.find(({ operationId }) => operationId === name)!
  const { responses } = named('createCalendar')
  const listing = named('listCalendars')
  const refusals = Object.entries(responses).filter(([status]) => status >= '400')
  return (
    <>
      <h1>{info.title} API</h1>
      <p>
        <Prose text={info.description} />
      </p>
      <p>
        The service is at <code>{servers[0]!.url}</code>. This reference is also available as{' '}
        <a href="/openapi.json">an OpenAPI 3.1 document</a>.
      </p>
      <h2>Signing</h2>
      <dl class="schemes">
        {Object.entries(components.securitySchemes).map(([name, { description }]) => (
          <Term key={name} name={name} text={description} />
        ))}
      </dl>
      <Code
        label="The signed text of GET /apiv2/calendar?showDraft=1, with the key abc"
        text={
          'MD5\n‹secret›apiKeyabcshowDraft1\n\nHMAC-SHA256\nGET/apiv2/calendarapiKeyabcapiTime1767225600showDraft1'
        }
      />
      <p>
        A complete request in the second form, with <code>FASTI_API_KEY</code> and <code>FASTI_SECRET</code>{' '}
        in the environment. You can try each operation here with your own key, and see what was signed.
      </p>
      {(['curl', 'Python'] as const).map((language) => (
        <Code key={language} label={language} text={sampleOf(language, listing, servers[0]!.url)} />
      ))}
      <h2>Errors</h2>
      <p>
        Every error has <code>status</code> and <code>statusLong</code>. <code>errors</code> lists the errors
        of all fields at once.
      </p>
      <Code
        label="An error"
        text={JSON.stringify(responses[400]?.content?.['application/json'].example, null, 2)}
      />
      <dl class="schemes">
        {refusals.map(([status, { description }]) => (
          <Term key={status} name={status} text={description} />
        ))}
      </dl>
    </>
  )
}

function Term({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <dt>
        <code>{name}</code>
      </dt>
      <dd>
        <Prose text={text} />
      </dd>
    </div>
  )
}
