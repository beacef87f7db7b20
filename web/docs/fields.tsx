import { Prose } from './code.tsx'
import { type Field, fieldsOf, type Parameter, type Schema, typeOf } from './document.ts'

const PLACES = { path: 'in the path', query: 'in the query', header: 'a header' }

export function Parameters({ parameters }: { parameters: Parameter[] }) {
  const fields = parameters.map((parameter) => ({
    name: parameter.name,
    type: `${typeOf(parameter.schema)}, ${PLACES[parameter.in]}`,
    required: Boolean(parameter.required),
    description: parameter.description ?? parameter.schema.description ?? '',
  }))
  return <Fields title="Parameters" fields={fields} />
}

/** The fields of a request body. */
export function BodyFields({ schema }: { schema: Schema }) {
  return <Fields title="Body" fields={fieldsOf(schema)} />
}

/** The fields of a response. `required` is dropped, as it says nothing to the reader. */
export function ResponseFields({ schema }: { schema: Schema }) {
  return <Fields title="Fields" fields={fieldsOf(schema).map((field) => ({ ...field, required: false }))} />
}

function Fields({ title, fields }: { title: string; fields: Field[] }) {
  if (fields.length === 0) return null
  return (
    <div class="fields">
      <h3>{title}</h3>
      <dl>
        {fields.map(({ name, type, required, description }) => (
          <div key={name}>
            <dt>
              <code>{name}</code> <span class="soft">{type}</span>
              {required && <strong class="required"> required</strong>}
            </dt>
            {description && (
              <dd>
                <Prose text={description} />
              </dd>
            )}
          </div>
        ))}
      </dl>
    </div>
  )
}
